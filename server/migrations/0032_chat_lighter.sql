-- The same as in 0012_chat.sql with less work for each message: the room's row is written once and not twice, whether an
-- entry is the first of its session follows from the room, and the answer holds no more than its reader needs.

create or replace function chat_say(
  words jsonb, most_in_minute integer, idle interval,
  out outcome text, out entry chat_entries, out room chat_rooms,
  out is_first boolean, out is_too_much boolean, out at timestamptz
) language plpgsql as $$
declare
  is_customer boolean := words ->> 'sender' = 'customer';
  is_known boolean;
  has_its_file boolean := true;
begin
  at := date_trunc('milliseconds', app_now());
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
    is_too_much := false;
    return;
  end if;

  if is_customer then
    if room.minute <= at - interval '1 minute' then
      room.minute := at;
      room.said_in_minute := 0;
    end if;
    room.said_in_minute := room.said_in_minute + 1;
  end if;
  is_too_much := is_customer and room.said_in_minute > most_in_minute;

  select * into entry from chat_entries where id = (words ->> 'id')::uuid;
  is_known := found;
  if is_too_much and not is_known then
    outcome := 'too-many';
    return;
  end if;
  if words ? 'session' and not is_known and room.session_id <> (words ->> 'session')::uuid then
    outcome := 'moved-on';
    return;
  end if;
  if words ? 'file' and not is_known then
    perform from chat_files f where reference = words ->> 'file' and (f.room_id is null or f.room_id = room.id)
      and file_type = words #>> '{message,payload,fileType}' for update;
    has_its_file := found;
  end if;
  if is_known or not has_its_file then
    -- A message that is sent again, or refused, counts like any other.
    if is_customer and not is_too_much then
      update chat_rooms r set minute = room.minute, said_in_minute = room.said_in_minute where r.id = room.id;
    end if;
    outcome := case when not has_its_file then 'no-file'
      when entry.room_id = room.id and entry.sender = words ->> 'sender' and entry.message = words -> 'message'
      then 'said-before' else 'conflict' end;
    is_first := is_known and chat_is_first(entry);
    return;
  end if;

  -- The room's session is the one of its last entry.
  is_first := room.last_position = 0;
  if room.state = 'closed' or (room.last_position > 0 and room.last_at < at - idle
      and coalesce(words ->> 'state', '') <> 'closed') then
    room.session_id := gen_random_uuid();
    is_first := true;
    room.operator := null;
    -- A customer who waits for a person goes on waiting.
    if room.state <> 'waiting' then room.state := 'bot'; end if;
  end if;
  if is_customer then
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
  -- A customer who sends the same message all day is answered, and nobody else is told.
  if note is null then return; end if;
  -- A note is no record. All notes are committed one after the other, and none should wait for the disk.
  set local synchronous_commit = off;
  perform pg_notify('chat', note);
end $$;
