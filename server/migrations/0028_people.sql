-- Phones are kept in one spelling, E.164: one phone is one account however it is typed. As contract/src/phones.ts.
create function pg_temp.e164(edition text, phone text) returns text language sql as $$
  select case
    when edition = 'th' then '+66' || regexp_replace(substring(phone from '^\d{10}$'), '^0', '')
    else coalesce(
      '+66' || coalesce(
        substring(phone from '^(?:\+|00)660?([1-9]\d{7,8})$'),
        substring(phone from '^66([689]\d{8})$'),
        substring(phone from '^0([689]\d{8})$')),
      '+856' || coalesce(
        substring(phone from '^(?:\+|00)8560?([1-9]\d{5,11})$'),
        substring(phone from '^856([1-9]\d{7,9})$'),
        substring(phone from '^0?([1-9]\d{5,11})$')))
  end
$$;

-- Where one phone has several accounts, the one that is spelled so already has the phone from now on, else the first. The
-- others keep the spelling that they were registered with, by which their members still sign in. What is no phone stays
-- as it is, too.
update members set phone = first.e164
  from (
    select distinct on (edition, e164) id, e164
      from (select id, edition, phone, created_at, pg_temp.e164(edition, phone) as e164 from members) spelled
      where e164 is not null
      order by edition, e164, phone = e164 desc, created_at, id
  ) first
  where members.id = first.id;

-- A code lives for minutes: whoever waits for one asks again. A phone that was verified had nothing to prove it by.
delete from otp_codes;
delete from otp_phones;
alter table otp_phones drop column verified_until;
alter table otp_codes
  add column purpose text not null check (purpose in ('register', 'reset')),
  -- What the browser that gave the right code holds, and until when it counts; null again once it was used.
  add column proof_hash bytea,
  add column proof_until timestamptz;
create index otp_codes_by_proof on otp_codes (proof_hash) where proof_hash is not null;

-- Who signed in, from where, and what became of accounts: for members, for the people of the service, and who of these
-- looked at what. Append-only. There is no foreign key: an entry outlives what it tells of.
create table security_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default app_now(),
  what text not null check (what in ('signed-in', 'sign-in-failed', 'signed-out', 'signed-out-elsewhere',
    'password-changed', 'password-reset', 'bank-changed', 'looked', 'conversation-read', 'conversation-closed')),
  -- Whose account it is about; null where a stranger tried a phone of nobody.
  member_id text,
  -- Who of the service did it; null where it was the member, or somebody in the member's name.
  operator text,
  address text,
  -- The browser and its system in a few words.
  device text,
  -- The act of a look with its input, the conversation, or the face that an operator signed in at.
  about jsonb
);
create index security_events_by_member on security_events (member_id, id desc) where member_id is not null;
create index security_events_by_operator on security_events (operator, id desc) where operator is not null;
create index security_events_readings on security_events (operator, at) where what = 'conversation-read';
create trigger append_only before update or delete or truncate on security_events
  for each statement execute function refuse_change();

-- A member is told of a new password or bank account by a text to the phone: by a worker, so that it is told whoever
-- changed it and whatever fails meanwhile. What changed before is not told any more.
alter table account_changes
  add column next_try_at timestamptz default clock_timestamp(),
  add column tries integer not null default 0,
  add column told_at timestamptz;
update account_changes set next_try_at = null;
create index account_changes_to_tell on account_changes (next_try_at) where next_try_at is not null;
