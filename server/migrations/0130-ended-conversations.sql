-- Ended conversations by time, with their ratings: those of the last days are counted from here.
create index support_conversation_closed on support_conversation (closed_at) include (stars) where closed_at is not null;
