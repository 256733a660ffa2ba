-- An SMS may be told again in other words, under another id: each wording of a payment is kept.
alter table payment_notices drop constraint payment_notices_pkey;
create unique index payment_notices_once on payment_notices (payment_id, md5(content));
