-- The name of a file that lies where members' files are kept. A node that does not find it there sees other files than the
-- other nodes.
create table files_mark (
  only_row boolean primary key default true check (only_row),
  id uuid not null
);
