-- What a member reads of what became of their money. Entries of a member are numbered without gaps, all of them and
-- those of each type, so that any page and any total is found by counting from the newest number, however many there are.
create table statement_entries (
  member_id text not null references members,
  position bigint not null,
  type_position bigint not null,
  -- The movement's own: a transfer's, a withdrawal's.
  id uuid not null,
  statement_type text not null check (statement_type in ('deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer')),
  status text not null check (status in ('PROCESSING', 'SUCCESS', 'FAILED')),
  -- 'wallet', the code of a game or a bank, 'all'.
  from_place text not null,
  to_place text not null,
  amount bigint not null,
  -- The bonus, promotion, invite, refund or luckydraw it belongs to, and how that is called.
  linked_kind text check (linked_kind in ('bonus', 'promotion', 'invite', 'refund', 'luckydraw')),
  linked_description text,
  -- Never earlier than the entry before it, so that a stretch of time is a stretch of numbers.
  created_at timestamptz not null,
  primary key (member_id, position),
  unique (member_id, id),
  unique (member_id, statement_type, type_position),
  check ((linked_kind is null) = (linked_description is null))
);
create index statement_entries_by_time on statement_entries (member_id, created_at, position);
create index statement_entries_by_type_and_time on statement_entries (member_id, statement_type, created_at, type_position);

create table statement_totals (
  member_id text not null references members,
  -- '' counts all types.
  statement_type text not null,
  total bigint not null,
  newest_at timestamptz not null,
  primary key (member_id, statement_type)
);

create function statement_next(p_member_id text, p_type text) returns table (total bigint, at timestamptz)
language sql as $$
  insert into statement_totals as totals (member_id, statement_type, total, newest_at)
    select p_member_id, p_type, 1, clock_timestamp() + ahead from clock
    on conflict (member_id, statement_type) do update
      set total = totals.total + 1, newest_at = greatest(totals.newest_at, excluded.newest_at)
    returning totals.total, totals.newest_at
$$;

create function statement_number_entry() returns trigger language plpgsql as $$
begin
  select total, at into new.position, new.created_at from statement_next(new.member_id, '');
  select total into new.type_position from statement_next(new.member_id, new.statement_type);
  return new;
end $$;
create trigger number_entry before insert on statement_entries
  for each row execute function statement_number_entry();
