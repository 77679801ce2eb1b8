/**
 * Genuine rounds of quicknet, as drand’s documentation and its verifiers quote them: `randomness` is the SHA-256 of the signature. 893 is the first after
 * the closing of round 5,642,686; rounds close every five minutes, so of a hundred drand rounds one follows a closing.
 */
export const genuineRounds = [
  {
    round: 123,
    randomness: 'fb8f7bc29bf24db51871ec8c79f3a1e4bd0557bc0dfcee9ed1d924e69d1c60dc',
    signature: 'b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92',
  },
  {
    round: 1000,
    randomness: 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
    signature: 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
  },
  {
    round: 657413,
    randomness: 'fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587',
    signature: 'b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b',
  },
  {
    round: 893,
    randomness: '97232b1a25287625dae4331bf1e74b79662258120906307b715090d5cd70f47e',
    signature: 'afa053baf3cda395efe48f5fdd135f1041313c5a80b748410e29f2fe13794cbf6cfc897c6fea020f30403cf4de47d1ee',
  },
] as const;
