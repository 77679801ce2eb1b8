import type { MeaningGroup } from './meaning.fixture.ts';

/** Texts of rounds and draws. */
export const roundMeanings: readonly MeaningGroup[] = [
  {
    'rounds.betting': 'Open | เปิดรับ | Đang nhận | 投注中 | 投注中 | 受付中',
    'rounds.closed': 'Waiting | รอผล | Chờ | 等待開獎 | 等待开奖 | 結果待ち',
    'rounds.drawn': 'Drawn | ออกผล | Đã có | 已開獎 | 已开奖 | 結果確定',
    'rounds.void': 'Void | โมฆะ | Vô hiệu | 無效 | 无效 | 無効',
  },
  {
    'rounds.closesIn': 'close | ปิด | Ngừng | 截止 | 截止 | 締切',
    'rounds.resultIn': '^Result in | ^ออกผล | Có kết quả | 距開獎 | 距开奖 | 結果まで',
    'rounds.voidIn': 'Void in | โมฆะ | Vô hiệu | 作廢 | 作废 | 無効',
  },
  {
    'rounds.staked': 'Staked | เงินเดิมพัน | Tiền cược | 投注額 | 投注额 | 賭け金',
    'rounds.paid': 'Paid | จ่าย | trả | 派彩 | 派彩 | 払戻',
    'rounds.toCharity': 'charity | กุศล | thiện | 慈善 | 慈善 | 寄付',
  },
  {
    'rounds.big': 'Big | สูง | Lớn | 大 | 大 | 大',
    'rounds.small': 'Small | ต่ำ | Nhỏ | 小 | 小 | 小',
    'rounds.odd': 'Odd | คี่ | Lẻ | 單 | 单 | 奇数',
    'rounds.even': 'Even | คู่ | Chẵn | 雙 | 双 | 偶数',
  },
  {
    'rounds.extremeBig': 'big | สูงมาก | Cực lớn | 極大 | 极大 | 極大',
    'rounds.extremeSmall': 'small | ต่ำมาก | Cực nhỏ | 極小 | 极小 | 極小',
    'rounds.triple': 'Triple | ตอง | Bộ ba | 豹子 | 豹子 | ゾロ目',
  },
  {
    'rounds.green': 'Green | เขียว | xanh lá | 綠 | 绿 | 緑',
    'rounds.blue': 'Blue | น้ำเงิน | xanh dương | 藍 | 蓝 | 青',
    'rounds.red': 'Red | แดง | đỏ | 紅 | 红 | 赤',
  },
  {
    'rounds.big-rule': '14 | 14 | 14 | 14 | 14 | 14',
    'rounds.small-rule': '13 | 13 | 13 | 13 | 13 | 13',
    'rounds.odd-rule': 'odd | คี่ | lẻ | 單數 | 单数 | 奇数',
    'rounds.even-rule': 'even | เลขคู่ | chẵn | 雙數 | 双数 | 偶数',
    'rounds.extremeBig-rule': '22 | 22 | 22 | 22 | 22 | 22',
    'rounds.extremeSmall-rule': '0 to 5 | 0 ถึง 5 | 0 đến 5 | 0 至 5 | 0 至 5 | 0～5',
  },
  {
    'rounds.green-rule': '10 | 10 | 10 | 10 | 10 | 10',
    'rounds.blue-rule': '20 | 20 | 20 | 20 | 20 | 20',
    'rounds.red-rule': '24 | 24 | 24 | 24 | 24 | 24',
  },
  {
    'rounds.ifWon': 'receive | ได้รับ | nhận | 收到 | 收到 | 受取額',
    'rounds.ifLost': 'you lose | เสีย | mất | 損失 | 损失 | 損失',
    'rounds.chanceLost': 'Outcomes | ผลที่แพ้ | Kết quả | 不中 | 不中 | 割合',
    'rounds.expected': 'gain | กำไร | Lãi | 期望 | 期望 | 期待',
  },
  {
    'rounds.stopOnWin': 'win | ชนะ | thắng | 中獎 | 中奖 | 当たったら',
    'rounds.lossLimit': 'loss | ขาดทุน | lỗ | 虧損 | 亏损 | 損失',
  },
  {
    'rounds.stakeHint':
      '{minimum} to {maximum}.*{available} | {minimum} ถึง {maximum}.*{available} | {minimum} đến {maximum}.*{available} | {minimum} 至 {maximum}.*{available} | {minimum} 至 {maximum}.*{available} | {minimum}～{maximum}.*{available}',
  },
  {
    'rounds.pending': 'Pending | รอผล | Đang chờ | 待開獎 | 待开奖 | 結果待ち',
    'rounds.won': 'Won | ชนะ | Thắng | 中獎 | 中奖 | 当たり',
    'rounds.lost': 'Lost | แพ้ | Thua | 未中 | 未中 | 外れ',
    'rounds.returned': 'Returned | คืน | hoàn | 退回 | 退回 | 返還',
  },
  {
    'rounds.end-completed': 'Completed | ครบ | Hoàn tất | 完成 | 完成 | 完了',
    'rounds.end-won': 'win | ชนะ | thắng | 中獎 | 中奖 | 当たり',
    'rounds.end-lossLimit': 'loss | ขาดทุน | lỗ | 虧損 | 亏损 | 損失',
    'rounds.end-cancelled': 'Cancelled | ยกเลิก | hủy | 取消 | 取消 | 取消',
    'rounds.end-notPermitted': 'limit of the account | บัญชี | tài khoản | 帳戶 | 账户 | 口座',
  },
  {
    'rounds.place': 'Place | วาง | Đặt | 投注 | 投注 | 賭け',
    'rounds.placeFollow': 'Confirm | ยืนยัน | Xác nhận | 跟單 | 跟单 | フォロー',
    'rounds.back': 'Back | ย้อนกลับ | Quay lại | 返回 | 返回 | 戻る',
  },
  {
    'rounds.placedOf':
      '{placed} of {rounds | {placed} จาก {rounds} | {placed} trên {rounds} | {placed} / {rounds} | {placed} / {rounds} | {rounds}ラウンド中{placed}',
  },
  {
    'rounds.dayCounts':
      '{drawn.* drawn, {voided} void | ออกผล {drawn}.*โมฆะ {voided} | {drawn} vòng có kết quả, {voided} vô hiệu | {drawn} 期已開獎，{voided} 期無效 | {drawn} 期已开奖，{voided} 期无效 | 結果確定{drawn}、無効{voided}',
  },
  {
    'rounds.replaySame': 'Same | ผลเดียวกัน | Cùng | 相同 | 相同 | 同じ',
    'rounds.replayDiffers': 'does not match | ไม่ตรงกัน | không khớp | 不一致 | 不一致 | 一致しません',
    'rounds.replayFailed': 'could not | ไม่สำเร็จ | Không thể | 無法 | 无法 | できませんでした',
  },
  {
    'rounds.claimed': 'Published | เผยแพร่ | công bố | 公布 | 公布 | 公開',
    'rounds.computed': 'Computed | คำนวณ | Tính | 本機重算 | 本机重算 | 計算',
  },
  {
    'rounds.betIncluded': 'Included | ^อยู่ | ^Có | 已包含 | 已包含 | 含まれています',
    'rounds.betNotIncluded': 'does not match | ไม่ตรง | không khớp | 不符 | 不符 | 一致しません',
  },
  {
    'rounds.inBand': 'within | อยู่ใน | trong | 區間內 | 区间内 | の中',
    'rounds.outOfBand': 'outside | อยู่นอก | ngoài | 區間外 | 区间外 | の外',
  },
  {
    'rounds.rising': 'Rising | ขึ้น | Tăng | 上漲 | 上涨 | 値上がり',
    'rounds.falling': 'Falling | ลง | Giảm | 下跌 | 下跌 | 値下がり',
  },
  {
    'rounds.noneRising': 'risen | ที่ขึ้น | tăng | 上漲 | 上涨 | 値上がり',
    'rounds.noneFalling': 'fallen | ที่ลง | giảm | 下跌 | 下跌 | 値下がり',
  },
  {
    'draws.first': 'First | ที่หนึ่ง | nhất | 一等 | 一等 | 一等',
    'draws.second': 'Second | ที่สอง | nhì | 二等 | 二等 | 二等',
    'draws.third': 'Third | ที่สาม | ba | 三等 | 三等 | 三等',
    'draws.fourth': 'Fourth | ที่สี่ | tư | 四等 | 四等 | 四等',
  },
  {
    'draws.state-open': 'To earn | ยังไม่ได้ | Chưa có | 待獲得 | 待获得 | 未獲得',
    'draws.state-ready': 'Ready | พร้อม | Sẵn sàng | 可抽 | 可抽 | 使えます',
    'draws.state-drawn': 'Drawn | จับแล้ว | Đã quay | 已抽 | 已抽 | 使用済み',
  },
  {
    'draws.same': 'matches | ตรงกันทั้งหมด | Mọi thứ khớp | 全部相符 | 全部相符 | すべて一致',
    'draws.differs': 'does not match | ไม่ตรง | Không khớp | 不相符 | 不相符 | 一致しません',
    'draws.verifyFailed': 'not be verified | ตรวจสอบไม่ได้ | Không kiểm chứng | 無法驗證 | 无法验证 | 検証できません',
  },
  {
    'draws.daySeed': 'day | ของวัน | của ngày | 當日 | 当日 | その日',
    'draws.seed': 'own | ของคุณ | của bạn | 自己 | 自己 | 自身',
  },
  {
    'draws.exactOdds':
      '{wins} in {numbers} | {wins} ใน {numbers} | {wins} trên {numbers} | {numbers} 分之 {wins} | {numbers} 分之 {wins} | {numbers}分の{wins}',
  },
];
