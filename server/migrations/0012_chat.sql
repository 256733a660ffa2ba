-- One room per customer: a member, or a visitor who is known by nothing but a random id.
create table chat_rooms (
  id uuid primary key default gen_random_uuid(),
  -- The member's or the visitor's id, as in the room's name. Null once a visitor has signed in: what was said is then in
  -- the member's room.
  customer_id text unique,
  member_id text references members,
  adopted_into uuid references chat_rooms,
  -- Entries are numbered from 1 without gaps.
  last_position integer not null default 0,
  last_at timestamptz not null default '-infinity',
  session_id uuid not null default gen_random_uuid(),
  state text not null default 'bot' check (state in ('bot', 'waiting', 'agent', 'closed')),
  operator text,
  -- The language that the customer spoke last.
  locale text not null check (locale in ('th', 'la', 'en')),
  unread_by_customer integer not null default 0,
  unread_by_desk integer not null default 0,
  -- What the customer has said in the minute that began then.
  minute timestamptz not null default '-infinity',
  said_in_minute integer not null default 0,
  check (member_id is null or member_id = customer_id),
  check ((customer_id is null) = (adopted_into is not null))
);
create index chat_rooms_open on chat_rooms ((state <> 'waiting'), last_at desc)
  where (state <> 'closed' or unread_by_desk > 0) and customer_id is not null;
create index chat_rooms_closed on chat_rooms (last_at desc)
  where state = 'closed' and unread_by_desk = 0 and customer_id is not null;

create table chat_entries (
  id uuid primary key,
  room_id uuid not null references chat_rooms,
  position integer not null,
  sender text not null check (sender in ('customer', 'other')),
  -- Who of the service wrote it; null for the bot.
  operator text,
  message jsonb not null,
  session_id uuid not null,
  created_at timestamptz not null,
  -- Looked at after the statement and not row by row: joining two rooms numbers their entries anew.
  unique (room_id, position) deferrable initially immediate
);

-- Uploaded before they are sent. One that was never sent is removed after a while.
create table chat_files (
  reference text primary key,
  file text not null,
  file_type text not null check (file_type in ('image', 'video')),
  room_id uuid references chat_rooms,
  created_at timestamptz not null default app_now()
);
create index chat_files_unsent on chat_files (created_at) where room_id is null;

-- People of the service, who sign in at the desk.
create table operators (
  name text primary key,
  password_hash text not null,
  created_at timestamptz not null default app_now()
);

create table operator_sessions (
  token_hash bytea primary key,
  operator text not null references operators on delete cascade,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null
);
create index operator_sessions_by_operator on operator_sessions (operator);

create function chat_is_first(entry chat_entries) returns boolean language sql stable as $$
  select not exists (select from chat_entries
    where room_id = entry.room_id and position = entry.position - 1 and session_id = entry.session_id)
$$;

-- Says something in a room: the next number, the time and the session are settled under the room's lock, so what a
-- reader finds is never followed by something older. The same id again says nothing.
--
-- `words` names the room by its customer, or by its own id, also one that was left behind. What else is in it:
--   id, sender, operator, message
--   state      what the conversation is in afterwards, if not as before
--   locale     the customer's language
--   file       an uploaded file that goes with it: one that nobody has sent, or only this room
--   session    of the bot: the session that it answers in; of another it knows nothing
create function chat_say(
  words jsonb, most_in_minute integer, idle interval,
  out outcome text, out entry chat_entries, out room chat_rooms,
  -- Whether nothing was said before it in its session; whether the customer says more than is taken; the present time.
  out is_first boolean, out is_too_much boolean, out at timestamptz
) language plpgsql as $$
declare
  is_idle boolean;
begin
  at := date_trunc('milliseconds', app_now());
  is_too_much := false;
  if words ? 'roomId' then
    select * into room from chat_rooms where id = (words ->> 'roomId')::uuid for update;
    if room.adopted_into is not null then
      select * into room from chat_rooms where id = room.adopted_into for update;
    end if;
  else
    select * into room from chat_rooms where customer_id = words ->> 'customerId' for update;
  end if;
  if room.id is null then
    outcome := 'no-room';
    return;
  end if;

  if words ->> 'sender' = 'customer' then
    if room.minute <= at - interval '1 minute' then
      room.minute := at;
      room.said_in_minute := 0;
    end if;
    room.said_in_minute := room.said_in_minute + 1;
    is_too_much := room.said_in_minute > most_in_minute;
    if not is_too_much then
      update chat_rooms set minute = room.minute, said_in_minute = room.said_in_minute where id = room.id;
    end if;
  end if;

  select * into entry from chat_entries where id = (words ->> 'id')::uuid;
  if found then
    outcome := case
      when entry.room_id = room.id and entry.sender = words ->> 'sender' and entry.message = words -> 'message'
      then 'said-before' else 'conflict' end;
    is_first := chat_is_first(entry);
    return;
  end if;
  if is_too_much then
    outcome := 'too-many';
    return;
  end if;

  if words ? 'session' and room.session_id <> (words ->> 'session')::uuid then
    outcome := 'moved-on';
    return;
  end if;
  if words ? 'file' then
    perform from chat_files f where reference = words ->> 'file' and (f.room_id is null or f.room_id = room.id)
      and file_type = words #>> '{message,payload,fileType}' for update;
    if not found then
      outcome := 'no-file';
      return;
    end if;
  end if;

  is_idle := room.last_position > 0 and room.last_at < at - idle;
  if room.state = 'closed' or (is_idle and coalesce(words ->> 'state', '') <> 'closed') then
    room.session_id := gen_random_uuid();
    room.operator := null;
    -- Who waits for a person goes on waiting.
    if room.state <> 'waiting' then room.state := 'bot'; end if;
  end if;
  if words ->> 'sender' = 'customer' then
    room.unread_by_desk := room.unread_by_desk + 1;
    room.locale := words ->> 'locale';
  else
    room.unread_by_customer := room.unread_by_customer + 1;
  end if;
  if words ? 'operator' then
    room.operator := words ->> 'operator';
    room.unread_by_desk := 0;
  end if;
  -- Only the bot gives a customer over to a person.
  if words ->> 'state' <> 'waiting' or room.state = 'bot' then
    room.state := coalesce(words ->> 'state', room.state);
  end if;
  room.last_position := room.last_position + 1;
  room.last_at := greatest(at, room.last_at + interval '1 millisecond');

  insert into chat_entries (id, room_id, position, sender, operator, message, session_id, created_at)
    values ((words ->> 'id')::uuid, room.id, room.last_position, words ->> 'sender', words ->> 'operator',
      words -> 'message', room.session_id, room.last_at)
    on conflict (id) do nothing returning * into entry;
  if not found then
    -- Said in another room at this very moment.
    outcome := 'conflict';
    return;
  end if;
  update chat_files set room_id = room.id where reference = words ->> 'file';
  update chat_rooms r set
    (last_position, last_at, session_id, state, operator, locale, unread_by_customer, unread_by_desk) =
    (room.last_position, room.last_at, room.session_id, room.state, room.operator, room.locale,
      room.unread_by_customer, room.unread_by_desk)
    where r.id = room.id;
  outcome := 'said';
  is_first := chat_is_first(entry);
end $$;

-- Says something and then tells every node, also what was said before, since whoever says it again had no answer. The
-- note follows the commit: a transaction that notifies waits for every other that does until it is on disk. It holds up
-- to 8,000 bytes; a longer entry is named by its id alone.
create procedure chat_speak(words jsonb, most_in_minute integer, idle interval, inout said jsonb) language plpgsql as $$
declare
  note jsonb;
begin
  select to_jsonb(s) into said from chat_say(words, most_in_minute, idle) s;
  commit;
  -- Who says the same thing all day is answered, and nobody else is bothered.
  if said ->> 'outcome' not in ('said', 'said-before') or (said ->> 'is_too_much')::boolean then return; end if;
  note := jsonb_build_object('roomId', said #> '{room,id}', 'said', jsonb_build_object(
    'customerId', said #> '{room,customer_id}', 'isMember', said #>> '{room,member_id}' is not null,
    'entry', said -> 'entry', 'at', said -> 'at'));
  if octet_length(note::text) > 7900 then
    note := jsonb_set(note, '{said,entry}', jsonb_build_object('id', said #> '{entry,id}'));
  end if;
  -- A note is no record. All notes are committed one after the other, and none should wait for the disk.
  set local synchronous_commit = off;
  perform pg_notify('chat', note::text);
end $$;

-- One side has read a conversation up to an entry, or all of it. Answers whether that was news.
create function chat_read(p_room uuid, p_reader text, p_until uuid) returns boolean language plpgsql as $$
declare
  unread integer := 0;
begin
  -- Whoever speaks at this moment is done or has to wait: what is counted below is all there is.
  perform from chat_rooms where id = p_room for update;
  if p_until is not null then
    select count(*) into unread from chat_entries
      where room_id = p_room and (sender = 'customer') <> (p_reader = 'customer')
        and position > coalesce((select position from chat_entries where id = p_until and room_id = p_room), 0);
  end if;
  if p_reader = 'customer' then
    update chat_rooms set unread_by_customer = unread where id = p_room and unread_by_customer > unread;
  else
    update chat_rooms set unread_by_desk = unread where id = p_room and unread_by_desk > unread;
  end if;
  return found;
end $$;

-- A visitor has signed in: what they said becomes the member's, in the order of time, and their room is left behind.
-- Answers both rooms.
create function chat_adopt(p_guest text, p_member text) returns uuid[] language plpgsql as $$
declare
  guest chat_rooms;
  home chat_rooms;
  newer chat_rooms;
begin
  insert into chat_rooms (customer_id, member_id, locale)
    select p_member, p_member, locale from chat_rooms where customer_id = p_guest and member_id is null
    on conflict do nothing;
  -- The member's first: so do all who adopt, and nobody waits for one who waits.
  select * into home from chat_rooms where customer_id = p_member for update;
  select * into guest from chat_rooms where customer_id = p_guest and member_id is null for update;
  if home.id is null or guest.id is null then return '{}'; end if;
  newer := case when guest.last_at > home.last_at then guest else home end;

  update chat_entries e set room_id = home.id, position = numbered.position
    from (select id, row_number() over (order by created_at, id)::integer as position
      from chat_entries where room_id in (guest.id, home.id)) numbered
    where e.id = numbered.id and (e.room_id, e.position) <> (home.id, numbered.position);
  update chat_files set room_id = home.id where room_id = guest.id;
  update chat_rooms set customer_id = null, adopted_into = home.id, last_position = 0 where id = guest.id;
  update chat_rooms set
      last_position = guest.last_position + home.last_position, last_at = newer.last_at,
      session_id = newer.session_id, state = newer.state, operator = newer.operator, locale = newer.locale,
      unread_by_customer = guest.unread_by_customer + home.unread_by_customer,
      unread_by_desk = guest.unread_by_desk + home.unread_by_desk
    where id = home.id;
  return array[home.id, guest.id];
end $$;

-- A sign-in that is ended, by whomever, is told to every node: its sockets hear nothing more.
create function tell_ended_sign_in() returns trigger language plpgsql as $$
begin
  perform pg_notify('sign_in_ended', case tg_table_name
    when 'members' then to_jsonb(new) ->> 'id'
    when 'sessions' then to_jsonb(new) ->> 'member_id'
    else '' end);
  return null;
end $$;
create trigger sessions_ended after update of ended_at on sessions
  for each row when (new.ended_at is not null) execute function tell_ended_sign_in();
create trigger members_blocked after update of blocked_at on members
  for each row when (new.blocked_at is not null) execute function tell_ended_sign_in();
create trigger operator_sessions_ended after delete on operator_sessions
  for each row execute function tell_ended_sign_in();
