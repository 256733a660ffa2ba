-- Rooms of visitors are deleted when nothing was said in them for long, and rows that name them are looked up then.
create index chat_rooms_of_visitors on chat_rooms (last_at) where member_id is null and customer_id is not null;
create index chat_rooms_left_behind on chat_rooms (adopted_into) where adopted_into is not null;
create index chat_files_of_room on chat_files (room_id) where room_id is not null;
