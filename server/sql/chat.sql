-- Conversations between customers and the service.

-- Whether nothing was said before the entry in its session.
create or replace function chat_is_first(entry chat_entries) returns boolean language sql stable as $$
  select not exists (select from chat_entries
    where room_id = entry.room_id and position = entry.position - 1 and session_id = entry.session_id)
$$;

-- `words` is, in this file, the call's input as JSON; `chat_say` lists what is in it.

-- The room that `words` names, locked. A room that was left behind leads to the member's room.
create or replace function chat_lock_room(words jsonb) returns chat_rooms language plpgsql as $$
declare
  room chat_rooms;
begin
  if words ? 'roomId' then
    select * into room from chat_rooms where id = (words ->> 'roomId')::uuid for update;
    if room.adopted_into is not null then
      select * into room from chat_rooms where id = room.adopted_into for update;
    end if;
  else
    select * into room from chat_rooms where customer_id = words ->> 'customerId' for update;
  end if;
  return room;
end $$;

-- Why nothing new is written, as an outcome of `chat_say`; null: it can be written. `known`: the entry that has the id
-- already, if there is one.
create or replace function chat_why_not(words jsonb, room chat_rooms, known chat_entries, is_too_much boolean) returns text
language plpgsql as $$
begin
  if known.id is not null then
    return case when known.room_id = room.id and known.sender = words ->> 'sender' and known.message = words -> 'message'
      then 'said-before' else 'conflict' end;
  end if;
  if is_too_much then return 'too-many'; end if;
  if words ? 'session' and room.session_id <> (words ->> 'session')::uuid then return 'moved-on'; end if;
  if words ? 'file' then
    perform from chat_files f where reference = words ->> 'file' and (f.room_id is null or f.room_id = room.id)
      and file_type = words #>> '{message,payload,fileType}' for update;
    if not found then return 'no-file'; end if;
  end if;
  return null;
end $$;

-- The room as it is after the entry of `words`, before it is written. After a pause of `idle`, or after its end, a
-- conversation begins anew.
create or replace function chat_next_state(words jsonb, room chat_rooms, at timestamptz, idle interval) returns chat_rooms
language plpgsql as $$
begin
  if room.state = 'closed' or (room.last_position > 0 and room.last_at < at - idle
      and coalesce(words ->> 'state', '') <> 'closed') then
    room.session_id := gen_random_uuid();
    room.operator := null;
    -- A customer who waits for a person goes on waiting.
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
  return room;
end $$;

-- Writes an entry: its number, time and session are settled under the room's lock, so that what a reader finds is never
-- followed by something older. The same id again writes nothing.
--
-- `words` names the room by its customer, or by its own id, also one that was left behind. What else is in it:
--   id, sender, operator, message
--   state      what the conversation is in afterwards, if not as before
--   locale     the customer's language
--   file       an uploaded file that goes with it: one that nobody has sent, or only this room
--   session    of the bot: the session that it answers in; of another it knows nothing
--
-- `is_first`: nothing was said before it in its session. `is_too_much`: the customer has sent more messages in this minute than
-- `most_in_minute`.
create or replace function chat_say(
  words jsonb, most_in_minute integer, idle interval,
  out outcome text, out entry chat_entries, out room chat_rooms,
  out is_first boolean, out is_too_much boolean, out at timestamptz
) language plpgsql as $$
declare
  is_customer constant boolean := words ->> 'sender' = 'customer';
  before chat_rooms;
begin
  at := date_trunc('milliseconds', app_now());
  is_too_much := false;
  room := chat_lock_room(words);
  if room.id is null then
    outcome := 'no-room';
    return;
  end if;
  if is_customer then
    if room.minute <= at - interval '1 minute' then
      room.minute := at;
      room.said_in_minute := 0;
    end if;
    room.said_in_minute := room.said_in_minute + 1;
    is_too_much := room.said_in_minute > most_in_minute;
  end if;

  select * into entry from chat_entries where id = (words ->> 'id')::uuid;
  outcome := chat_why_not(words, room, entry, is_too_much);
  if outcome is not null then
    -- A message that is sent again, or refused, counts like any other.
    if is_customer and not is_too_much then
      update chat_rooms r set minute = room.minute, said_in_minute = room.said_in_minute where r.id = room.id;
    end if;
    is_first := entry.id is not null and chat_is_first(entry);
    return;
  end if;

  before := room;
  room := chat_next_state(words, room, at, idle);
  is_first := before.last_position = 0 or room.session_id <> before.session_id;
  insert into chat_entries (id, room_id, position, sender, operator, message, session_id, created_at)
    values ((words ->> 'id')::uuid, room.id, room.last_position, words ->> 'sender', words ->> 'operator',
      words -> 'message', room.session_id, room.last_at)
    on conflict (id) do nothing returning * into entry;
  if not found then
    -- The same id was stored in another room at this very moment.
    outcome := 'conflict';
    return;
  end if;
  if words ? 'file' then
    update chat_files set room_id = room.id where reference = words ->> 'file';
  end if;
  update chat_rooms r set
    (last_position, last_at, session_id, state, operator, locale, unread_by_customer, unread_by_desk, minute,
      said_in_minute) =
    (room.last_position, room.last_at, room.session_id, room.state, room.operator, room.locale,
      room.unread_by_customer, room.unread_by_desk, room.minute, room.said_in_minute)
    where r.id = room.id;
  outcome := 'said';
end $$;

-- Writes a message, and then notifies every node. A message that was written before is notified again: its sender has had
-- no answer. The notification follows the commit, because transactions that notify are committed one after the other,
-- each when it is on disk. It holds up to 8,000 bytes; a longer entry is named by its id alone.
create or replace procedure chat_speak(words jsonb, most_in_minute integer, idle interval, inout said jsonb)
language plpgsql as $$
declare
  answer record;
  entry jsonb;
  note text;
begin
  select * into answer from chat_say(words, most_in_minute, idle);
  entry := to_jsonb(answer.entry);
  said := jsonb_build_object('outcome', answer.outcome, 'entry', entry,
    'room', jsonb_build_object('state', (answer.room).state), 'is_first', answer.is_first);
  if answer.outcome in ('said', 'said-before') and not answer.is_too_much then
    note := jsonb_build_object('roomId', (answer.room).id, 'said', jsonb_build_object(
      'customerId', (answer.room).customer_id, 'isMember', (answer.room).member_id is not null,
      'entry', entry, 'at', answer.at));
    if octet_length(note) > 7900 then
      note := jsonb_set(note::jsonb, '{said,entry}', jsonb_build_object('id', entry -> 'id'));
    end if;
  end if;
  commit;
  -- A customer who sends the same message all day is answered, and no node is notified.
  if note is null then return; end if;
  -- A notification that is lost in a crash is read from the tables: it need not wait for the disk.
  set local synchronous_commit = off;
  perform pg_notify('chat', note);
end $$;

-- One side has read a conversation up to an entry, or all of it. Answers whether that was news.
create or replace function chat_read(p_room uuid, p_reader text, p_until uuid) returns boolean language plpgsql as $$
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

-- A visitor has signed in as a member: the entries of the visitor's room (`guest`) go into the member's room (`home`), in the
-- order of time, and the visitor's room is left behind. Answers both rooms.
create or replace function chat_adopt(p_guest text, p_member text) returns uuid[] language plpgsql as $$
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
