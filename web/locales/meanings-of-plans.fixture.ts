import type { MeaningGroup } from './meaning.fixture.ts';

/** Texts of plans, their proofs, prices and what figures rest on. */
export const planMeanings: readonly MeaningGroup[] = [
  {
    'plans.maximumProfit': 'profit | กำไร | Lãi | 獲利 | 盈利 | 利益',
    'plans.maximumLoss': 'loss | ขาดทุน | Lỗ | 虧損 | 亏损 | 損失',
  },
  {
    'plans.lost': 'Lost | ขาดทุน | Lỗ | 虧損 | 亏损 | 損失',
    'plans.even': 'Flat | เท่าทุน | Hòa | 持平 | 持平 | 増減なし',
    'plans.earned': 'Earned | กำไร | Lãi | 獲利 | 盈利 | 利益',
  },
  {
    'plans.worse': 'Worst | แย่สุด | tệ nhất | 最差 | 最差 | 下位',
    'plans.median': 'Median | มัธยฐาน | Trung vị | 中位數 | 中位数 | 中央値',
    'plans.better': 'Best | ดีสุด | tốt nhất | 最好 | 最好 | 上位',
  },
  {
    'plans.worstCase': 'Worst | แย่ | Xấu | 最壞 | 最坏 | 最悪',
    'plans.bestCase': 'Best | กรณีดี | Tốt | 最好 | 最好 | 最良',
  },
  {
    'plans.worstCaseNote': 'never | ไม่ขาดทุน | Không bao giờ | 絕不 | 绝不 | 超えません',
    'plans.bestCaseNote': 'stops | แผนจบ | dừng | 結束 | 结束 | 終了',
  },
  {
    'plans.statusPending': 'Pending | รอผล | Chờ kết quả | 進行中 | 进行中 | 運用中',
    'plans.statusSuccess': 'success | กำไร | lãi | 獲利 | 盈利 | 利益',
    'plans.statusFailure': 'failure | ขาดทุน | lỗ | 虧損 | 亏损 | 損失',
  },
  {
    'plans.expectedShares':
      '{lost} lost · {flat} flat · {earned} earned | ขาดทุน {lost} · เท่าทุน {flat} · กำไร {earned} | lỗ {lost} · hòa {flat} · lãi {earned} | {lost} 虧損 · {flat} 持平 · {earned} 獲利 | {lost} 亏损 · {flat} 持平 · {earned} 盈利 | 損失{lost} · 増減なし{flat} · 利益{earned}',
  },
  {
    'plans.interval1m': '1 min | 1 นาที | 1 phút | 1分鐘 | 1分钟 | 1分',
    'plans.interval5m': '5 min | 5 นาที | 5 phút | 5分鐘 | 5分钟 | 5分',
    'plans.interval30m': '30 min | 30 นาที | 30 phút | 30分鐘 | 30分钟 | 30分',
    'plans.interval1h': '1 hour | 1 ชั่วโมง | 1 giờ | 1小時 | 1小时 | 1時間',
    'plans.interval6h': '6 hours | 6 ชั่วโมง | 6 giờ | 6小時 | 6小时 | 6時間',
    'plans.interval1d': '1 day | 1 วัน | 1 ngày | 1日 | 1日 | 1日',
  },
  {
    'plans.range': '{from}–{to} | {from}–{to} | {from}–{to} | {from}–{to} | {from}–{to} | {from}–{to}',
  },
  {
    'plans.weightRange': '{from}–{to} | {from}–{to} | {from}–{to} | {from}–{to} | {from}–{to} | {from}–{to}',
  },
  {
    'plans.amountAdvice':
      '{from} to {to} | {from}–{to} | {from} đến {to} | {from} 至 {to} | {from} 至 {to} | {from}～{to}',
  },
  {
    'plans.roundsValue':
      '{done}/{total} | {done}/{total} | {done}/{total} | {done}/{total} | {done}/{total} | {done}/{total}',
  },
  {
    'planDetail.roundsDone':
      '{done} of {total | {done} จาก {total} | {done}/{total} | {done}/{total} | {done}/{total} | {done}/{total}',
  },
  {
    'plans.taker':
      'mean {mean}, median {median}, {lost} lost | ค่าเฉลี่ย {mean} มัธยฐาน {median} ขาดทุน {lost} | trung bình {mean}, trung vị {median}, lỗ {lost} | 平均 {mean}，中位數 {median}，{lost} 虧損 | 平均 {mean}，中位数 {median}，{lost} 亏损 | 平均{mean}、中央値{median}、損失{lost}',
  },
  {
    'planDetail.endCompleted': 'last round | ครบทุกรอบ | hết các vòng | 全部輪次 | 全部轮次 | 全ラウンド',
    'planDetail.endMaximumProfit': 'profit | กำไร | lãi | 獲利 | 盈利 | 利益',
    'planDetail.endMaximumLoss': 'loss | ขาดทุน | lỗ | 虧損 | 亏损 | 損失',
    'planDetail.endVoid': 'Void | โมฆะ | Bị hủy | 作廢 | 作废 | 無効',
  },
  {
    'planDetail.long': 'Long | ซื้อ | Mua | 做多 | 做多 | 買い',
    'planDetail.short': 'Short | ขาย | Bán | 做空 | 做空 | 売り',
    'planDetail.flat': 'Flat | ไม่ถือสถานะ | Đứng ngoài | 空手 | 空仓 | ポジションなし',
  },
  {
    'planDetail.bounds':
      '{profit}.* or {loss} | {profit}.*หรือ {loss} | {profit}.*hoặc {loss} | {profit}.*或 {loss} | {profit}.*或 {loss} | {profit}.*または{loss}',
  },
  {
    'planDetail.nextResultAt': 'Next | ถัดไป | tiếp theo | 下一輪 | 下一轮 | 次の',
    'planDetail.endsAt': 'Last | สุดท้าย | cuối | 最後 | 最后 | 最終',
  },
  {
    'planConfirm.place': 'Place | เปิดแผน | Đặt | 下單 | 下单 | 注文',
    'planConfirm.back': 'Not yet | ยังก่อน | Để sau | 先不要 | 先不要 | あとで',
  },
  {
    'planProof.mismatchClaimed': 'Claimed | ที่แจ้งไว้ | Đã công bố | 紀錄值 | 记录值 | 記録',
    'planProof.mismatchComputed': 'Computed | คำนวณ | Tính | 計算 | 计算 | 計算',
  },
  {
    'planProof.mismatchSent': 'Sent | โทรศัพท์ | Điện thoại | 手機 | 本机 | 端末',
    'planProof.mismatchReceipt': 'server | เซิร์ฟเวอร์ | Máy chủ | 伺服器 | 服务器 | サーバー',
  },
  {
    'planProof.verifiedTitle': 'Verified | ตรวจสอบ | kiểm chứng | 驗證 | 验证 | 検証',
    'planProof.mismatchTitle': 'does not match | ไม่ตรง | không khớp | 不一致 | 不一致 | 一致しません',
    'planProof.partlyTitle': 'not all | ไม่ครบ | chưa so được hết | 未能全部 | 未能全部 | 一部は未照合',
    'planProof.nothingTitle': 'Nothing | ไม่มีอะไร | Không có gì | 沒有 | 没有 | ありません',
  },
  {
    'homeMore.stateUp': 'Up | ปกติ | Bình thường | 正常 | 正常 | 正常',
    'homeMore.stateDegraded': 'Degraded | ช้าลง | Chậm | 變慢 | 变慢 | 低下',
    'homeMore.stateDown': 'Down | หยุด | Ngừng | 中斷 | 中断 | 停止',
    'homeMore.stateUnmeasured': 'Not measured | ไม่ได้วัด | Không đo | 未測量 | 未测量 | 未計測',
  },
  {
    'homeMore.uptimeCells':
      '{up} up, {degraded} degraded, {down} down, {unmeasured} not measured | ปกติ {up} ช้าลง {degraded} หยุด {down} ไม่ได้วัด {unmeasured} | {up} bình thường, {degraded} chậm, {down} ngừng, {unmeasured} không đo | 正常 {up}，變慢 {degraded}，中斷 {down}，未測量 {unmeasured} | 正常 {up}，变慢 {degraded}，中断 {down}，未测量 {unmeasured} | 正常{up}、低下{degraded}、停止{down}、未計測{unmeasured}',
  },
  {
    'homeMore.earningsSample': 'Made-up | สมมติ | minh họa | 虛構 | 虚构 | 架空',
    'homeMore.earningsOwn': 'Settled | สรุปผล | Tất toán | 結算 | 结算 | 決済',
  },
  {
    'figures.ledgerShort': 'Ledger | บัญชี | Sổ cái | 帳本 | 账本 | 元帳',
    'figures.marketShort': 'Market | ตลาด | Thị trường | 行情 | 行情 | 相場',
    'figures.probeShort': 'measured | วัดจริง | Đo đạc | 實測 | 实测 | 計測',
    'figures.sampleShort': 'Sample | ตัวอย่าง | Ví dụ | 範例 | 示例 | サンプル',
  },
  {
    'market.high': 'High | สูงสุด | Cao | 最高 | 最高 | 高値',
    'market.low': 'Low | ต่ำสุด | Thấp | 最低 | 最低 | 安値',
  },
  {
    'market.liveShort': 'Live | สด | Trực tiếp | 即時 | 实时 | ライブ',
    'market.replayShort': 'Replay | ย้อนหลัง | Phát lại | 回放 | 回放 | リプレイ',
  },
];
