import type { MeaningGroup } from './meaning.fixture.ts';

/** Texts of the account: signing in, its security, its history and the member’s own limits. */
export const accountMeanings: readonly MeaningGroup[] = [
  {
    'identity.signIn': 'Sign in | เข้าสู่ | Đăng nhập | 登入 | ^登录 | ログイン',
    'identity.register': 'Open | เปิดบัญชี | Mở tài khoản | 註冊 | 注册 | 開設',
    'identity.signOut': 'out | ออกจาก | Đăng xuất | 登出 | 退出 | ログアウト',
  },
  {
    'identity.showPassword': 'Show | แสดง | Hiện | 顯示 | 显示 | 表示',
    'identity.hidePassword': 'Hide | ซ่อน | Ẩn | 隱藏 | 隐藏 | 隠す',
  },
  {
    'security.loginPassword': 'Login | เข้าสู่ระบบ | đăng nhập | 登入密碼 | 登录密码 | ログイン',
    'security.withdrawalPassword': 'Withdrawal | ถอนเงิน | rút tiền | 出金 | 提现 | 出金',
  },
  {
    'security.currentPassword': 'Current password | ผ่านปัจจุบัน | khẩu hiện tại | 目前密碼 | 当前密码 | 現在のパスワード',
    'security.currentWithdrawalPassword': 'withdrawal | ถอนเงิน | rút tiền | 出金 | 提现 | 出金',
    'security.newPassword': 'New | ใหม่ | mới | 新 | 新 | 新しい',
  },
  {
    'security.isSet': '^Set | ตั้งแล้ว | Đã đặt | 已設定 | 已设置 | 設定済み',
    'security.isUnset': 'Not set | ยังไม่ตั้ง | Chưa đặt | 未設定 | 未设置 | 未設定',
  },
  {
    'security.registered': 'opened | เปิดบัญชี | Mở tài khoản | 開立 | 开立 | 開設',
    'security.signedIn': '^Signed in$ | ^เข้าสู่ระบบ$ | ^Đăng nhập$ | 已登入 | 已登录 | ^ログイン$',
    'security.signedInByPasskey': 'passkey | เข้าสู่ระบบด้วย | khóa truy cập | 通行密鑰 | 通行密钥 | パスキー',
    'security.signedInByReset':
      'replaced, signed in | ลืมและเข้า | quên và đăng nhập | 登入密碼並登入 | 登录密码并登录 | 置き換えてログイン',
    'security.wrongPassword': 'Wrong password | รหัสผ่านผิด | Sai mật khẩu | 密碼錯誤 | 密码错误 | パスワードの誤り',
    'security.wrongFactor': 'second code wrong | ที่สองผิด | sai mã thứ hai | 第二重 | 第二重 | 2つ目',
    'security.wrongReset': 'Tried | พยายาม | Thử | 嘗試 | 尝试 | 失敗',
  },
  {
    'identity.signOut': '^Sign out$ | ^ออกจากระบบ$ | ^Đăng xuất$ | ^登出$ | ^退出登录$ | ^ログアウト$',
    'security.signOutOthers': 'all other | อื่นทั้งหมด | mọi thiết bị khác | 其他所有 | 其他设备 | すべて',
  },
  {
    'security.act-loginPasswordChanged':
      'Login password changed | ผ่านเข้าสู่ระบบ$ | đổi mật khẩu đăng nhập | 登入密碼已更改 | 登录密码已更改 | ログインパスワードを変更',
    'security.act-loginPasswordReset': 'forgotten | ลืม | quên | 忘記 | 忘记 | 忘れた',
    'security.act-withdrawalPasswordSet':
      'Withdrawal password set | ตั้งรหัสผ่านถอนเงิน | đặt mật khẩu rút | 出金密碼已設定 | 提现密码已设置 | 出金パスワードを設定',
    'security.act-withdrawalPasswordChanged':
      'Withdrawal password changed | เปลี่ยนรหัสผ่านถอนเงิน | đổi mật khẩu rút | 出金密碼已更改 | 提现密码已更改 | 出金パスワードを変更',
    'security.act-withdrawalPasswordLocked': 'locked | ล็อก | bị khóa | 鎖定 | 锁定 | ロック',
  },
  {
    'security.act-withdrawalPasswordResetRequested': 'asked for | ^ขอ | Yêu cầu | 申請 | 申请 | 申請',
    'security.act-withdrawalPasswordResetCancelled': 'called off | ยกเลิก | Hủy | 取消 | 取消 | 取り消し',
    'security.act-withdrawalPasswordReset': 'in force | มีผล | có hiệu lực | 生效 | 生效 | 有効化',
  },
  {
    'security.act-cardBound': 'bound | ผูก | liên kết | 綁定 | 绑定 | 登録',
    'security.act-cardReplacementRequested': 'requested | ^ขอ | Đã yêu cầu | 申請 | 申请 | 申請',
    'security.act-cardReplacementCancelled': 'called off | ยกเลิก | hủy | 撤回 | 撤回 | 取り消し',
    'security.act-payoutAddressAdded': 'address | ที่อยู่ | Địa chỉ | 地址 | 地址 | アドレス',
  },
  {
    'security.act-accountFrozen': 'frozen | ^ระงับ | đóng băng | 已凍結 | 已冻结 | 口座を凍結',
    'security.act-accountUnfrozen': 'lifted | ยกเลิก | mở lại | 解除 | 解除 | 解除',
  },
  {
    'security.act-lossLimitSet': 'limit set | ตั้ง | Đặt | 設定 | 设置 | 設定',
    'security.act-lossLimitLoosened': 'Looser | ผ่อนปรน | nới | 放寬 | 放宽 | 緩和',
    'security.act-lossLimitKept': 'called off | ยกเลิก | Hủy | 取消 | 取消 | 取り消し',
  },
  {
    'security.act-selfExcluded': 'begun | เริ่ม | Bắt đầu | 開始 | 开始 | 開始',
    'security.act-exclusionLifted': 'asked for | ^ขอ | Yêu cầu | 申請 | 申请 | 申請',
    'security.act-exclusionKept': 'called off | ยกเลิก | Hủy | 取消 | 取消 | 取り消し',
  },
  {
    'security.act-authenticatorSet': 'turned on | เปิด | bật | 已啟用 | 已启用 | 有効',
    'security.act-authenticatorRemoved': 'turned off | ^ปิด | tắt | 已停用 | 已停用 | 無効',
  },
  {
    'security.act-backupCodesRenewed': 'New | ชุดใหม่ | mới | 產生新的 | 生成新的 | 再発行',
    'security.act-backupCodeUsed': 'used | ^ใช้ | Đã dùng | 已使用 | 已使用 | を使用',
  },
  {
    'security.act-passkeyAdded': 'added | เพิ่ม | thêm | 新增 | 添加 | 追加',
    'security.act-passkeyRemoved': 'removed | ลบ | gỡ | 移除 | 移除 | 削除',
    'security.act-passkeyCopied': 'refused | ปฏิเสธ | Từ chối | 遭拒 | 遭拒 | 拒否',
  },
  {
    'security.act-recoveryApproved': 'agreed | อนุมัติ | chấp thuận | 同意 | 同意 | 承認',
    'security.act-recoveryCancelled': 'called off | ยกเลิก | hủy | 取消 | 取消 | 取り消し',
    'security.act-accountRecovered': 'recovered | กู้คืนบัญชีแล้ว | Đã khôi phục | 已復原 | 已恢复 | 口座を復旧',
  },
  {
    'security.operator-withdrawalApproved': 'approved | อนุมัติ | duyệt | 核准 | 批准 | 承認',
    'security.operator-withdrawalRefused':
      'refused a withdrawal | ปฏิเสธการถอน | từ chối một lệnh rút | 拒絕了一筆出金 | 拒绝了一笔提现 | 出金を却下',
    'security.operator-depositProofSeen': 'proof | หลักฐาน | bằng chứng | 證明 | 凭证 | 証明',
    'security.operator-depositRefused':
      'refused a deposit | ปฏิเสธรายการฝาก | từ chối một lệnh nạp | 拒絕了一筆入金 | 拒绝了一笔充值 | 入金を却下',
  },
  {
    'security.operator-recoveryApproved': 'approved | อนุมัติ | duyệt | 核准 | 批准 | 承認',
    'security.operator-recoveryRefused': 'refused | ปฏิเสธ | từ chối | 拒絕 | 拒绝 | 却下',
  },
  {
    'security.operator-memberFrozen': 'froze | เจ้าหน้าที่ระงับ | đã đóng băng | 操作員凍結 | 工作人员冻结 | 口座を凍結',
    'security.operator-memberUnfrozen': 'lifted | ยกเลิก | gỡ | 解除 | 解除 | 解除',
  },
  {
    'security.operator-chatAssigned': 'took | รับเรื่อง | nhận | 接手 | 接手 | 引き受け',
    'security.operator-chatReturned': 'back to the queue | กลับเข้าคิว | hàng chờ | 佇列 | 队列 | 待ち行列',
    'security.operator-chatClosed': 'ended | ปิด | kết thúc | 結束 | 结束 | 終了',
  },
  {
    'security.closed-notIdentified': 'nobody | ไม่มีผู้ใด | không ai | 無人 | 无人 | 確認できません',
    'security.closed-notByOwner': 'did not ask | ไม่ได้เป็นผู้ขอ | không phải chủ | 並非 | 并非 | 申請ではありません',
    'security.closed-otherWayIn': 'another way | วิธีอื่น | cách khác | 其他方式 | 其他方式 | 別の方法',
  },
  {
    'security.authenticatorTurnOn': 'on | เปิด | Bật | 啟用 | 启用 | 有効',
    'security.authenticatorTurnOff': 'off | ^ปิด | Tắt | 停用 | 停用 | 無効',
  },
  {
    'security.freeze': 'Freeze now | ทันที | Đóng băng | 立即 | 立即 | 今すぐ',
    'security.unfreeze': 'Lift | ยกเลิก | Mở lại | 解除 | 解除 | 解除',
  },
  {
    'security.open-plans': 'plans | แผน | Kế hoạch | 計劃 | 计划 | プラン',
    'security.open-stakes': 'rounds | รอบ | cược | 投注 | 投注 | ラウンド',
    'security.open-financing': 'Holdings | ผลิตภัณฑ์ | nắm giữ | 理財 | 理财 | 商品',
    'security.open-depositing': 'deposit | ฝาก | nạp | 入金 | 充值 | 入金',
    'security.open-available': 'Available | ใช้ได้ | khả dụng | 可用 | 可用 | 利用可能',
    'security.open-withdrawing': 'withdrawal | การถอน | Lệnh rút | 進行中的出金 | 进行中的提现 | 処理中の出金',
  },
  {
    'security.deletionGoes': 'goes | หายไป | mất | 刪除 | 删除 | 消える',
    'security.deletionStays': 'stays | ยังอยู่ | ở lại | 保留 | 保留 | 残る',
  },
  {
    'security.ownDataSave': 'Save | บันทึก | Lưu | 儲存 | 保存 | 保存',
    'security.deletionNow': 'Delete | ลบ | Xóa | 刪除 | 删除 | 削除',
  },
  {
    'withdrawalPassword.forgotten': 'forgotten | ลืม | quên | 忘記 | 忘记 | 忘れた',
    'withdrawalPassword.remembered': 'remember | จำได้ | nhớ | 想起 | 想起 | 思い出',
  },
  {
    'reset.ask': 'Ask | ^ขอ | Yêu cầu mật | 申請新 | 申请新 | 申請',
    'withdrawalPassword.keep': 'off | ยกเลิก | Hủy | 取消 | 取消 | 取り消す',
  },
  {
    'recovery.stop': 'off | ยกเลิก | Hủy | 取消 | 取消 | 取り消す',
    'recovery.asked': 'me | ฉัน | tôi | 是我 | 是我 | 自分',
  },
  {
    'reset.byCode': 'Code | ^รหัส | Mã | 驗證碼 | 验证码 | コード',
    'reset.byPasskey': 'Passkey | ^พาส | Khóa | 通行密鑰 | 通行密钥 | パスキー',
    'reset.byOperators': 'Neither | ไม่มี | Không | 都沒有 | 都没有 | どれもない',
  },
  {
    'reset.set': 'Set | ^ตั้ง | Đặt | 設定 | 设置 | 設定',
    'reset.ask': 'Ask | ^ขอ | Yêu cầu | 申請 | 申请 | 申請',
  },
  {
    'limits.day': 'Daily | รายวัน | mỗi ngày | 每日 | 每日 | 1日',
    'limits.week': 'Weekly | รายสัปดาห์ | mỗi tuần | 每週 | 每周 | 1週間',
  },
  {
    'limits.dayText': 'a day | หนึ่งวัน | một ngày | 一天 | 一天 | ^1日',
    'limits.weekText': 'week | สัปดาห์ | tuần | 一週 | 一周 | 1週間',
  },
  {
    'limits.left': 'Left | เหลือ | Còn lại | 剩餘 | 剩余 | 残り',
    'limits.lost': '^Lost | ขาดทุนแล้ว | Đã lỗ | 已虧損 | 已亏损 | ^損失$',
    'limits.atRisk': 'risk | อาจขาดทุน | có thể lỗ | 可能虧損 | 可能亏损 | 恐れ',
  },
  {
    'limits.save': 'Set | ^ตั้ง | Đặt | 設定 | 设置 | 設定',
    'limits.lift': 'Lift | ยกเลิก | Bỏ | 取消 | 取消 | なくす',
    'limits.keep': 'Keep | ตามเดิม | Giữ nguyên | 維持不變 | 保持不变 | 今のまま',
  },
  {
    'limits.waits': '{amount} | {amount} | {amount} | {amount} | {amount} | {amount}',
    'limits.waitsNone': 'No limit | ไม่มีเพดาน | Không giới hạn | 不設上限 | 不设上限 | 上限なし',
  },
  {
    'limits.days-1': '24 | 24 | 24 | 24 | 24 | 24',
    'limits.days-7': '7 | 7 | 7 | 7 | 7 | 7',
    'limits.days-30': '30 | 30 | 30 | 30 | 30 | 30',
    'limits.days-180': '180 | 180 | 180 | 180 | 180 | 180',
  },
  {
    'limits.exclude': 'break | ^งดเทรด$ | ^Tạm dừng | ^暫停 | ^暂停 | 始める',
    'limits.longer': 'longer | ขยาย | Kéo | 延長 | 延长 | 延長',
    'limits.end': 'End | สิ้นสุด | Kết thúc | 結束 | 结束 | 終える',
    'limits.stay': 'Stay | ต่อไป | Tiếp tục | 繼續 | 继续 | 続ける',
  },
  {
    'limits.dayLeft':
      'Daily.*{left} of {limit} | รายวัน.*{left} จาก {limit} | ngày.*{left} trên {limit} | 每日.*{limit}.*還可承擔 {left} | 每日.*{limit}.*还可承担 {left} | 1日.*{limit}.*残り{left}',
    'limits.weekLeft':
      'Weekly.*{left} of {limit} | รายสัปดาห์.*{left} จาก {limit} | tuần.*{left} trên {limit} | 每週.*{limit}.*還可承擔 {left} | 每周.*{limit}.*还可承担 {left} | 1週間.*{limit}.*残り{left}',
  },
  {
    'limits.until': 'Until | ^ถึง | Đến | ^至 | ^至 | まで',
    'limits.liftsAt': 'early | ก่อนกำหนด | sớm | 提前 | 提前 | 早め',
  },
];
