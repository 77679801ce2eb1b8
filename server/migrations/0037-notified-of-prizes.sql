-- Prizes of the daily draw are a topic of notifications of their own.
alter table notification_setting
  drop constraint notification_setting_muted_check,
  add constraint notification_setting_muted_check
    check (muted <@ array['plans', 'deposits', 'withdrawals', 'financing', 'rounds', 'draws', 'team']);
