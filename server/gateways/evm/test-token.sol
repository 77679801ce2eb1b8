// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// A token worth nothing, for development chains: whoever wants some mints it.
contract TestToken {
    string public constant name = "Test USDT";
    string public constant symbol = "tUSDT";
    uint8 public immutable decimals;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(uint8 decimals_) {
        decimals = decimals_;
    }

    function mint(address to, uint256 value) external {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(to, value);
        return true;
    }

    /// Several transfers in one transaction.
    function transferEach(address[] calldata to, uint256[] calldata value) external {
        for (uint256 place = 0; place < to.length; place++) move(to[place], value[place]);
    }

    function move(address to, uint256 value) private {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
    }
}
