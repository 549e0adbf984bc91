-- A message that is ended is delivered again when its end is lost: one row is enough. With the subject, for a stream that was lost and
-- made anew counts from one again.
delete from dead_letters d using dead_letters older
  where older.stream = d.stream and older.sequence = d.sequence and older.subject = d.subject and older.id < d.id;
alter table dead_letters add constraint dead_letters_message unique (stream, sequence, subject);

-- People read the beginning; how long it was tells them of the rest.
alter table dead_letters add column body_length int not null default 0;
update dead_letters set body_length = length(body), body = left(body, 4000);

create index dead_letters_by_age on dead_letters (at);
grant delete on dead_letters to qm_coordinator;
