/** For operators: why a payment waits by each rule, in plain words, and what to do. docs/operators.md shows it. */
export const WHY_IT_WAITS: Record<string, string> = {
  'another currency':
    'The bank told it in another currency than our account has. Look at the bank’s own page; money that is not there is closed as the same as another, or its finding ended.',
  'perhaps told twice':
    'It may be another payment, told again: an SMS without a balance, a QR code under a second reference, a line that was read again, or money that an operator recorded. Compare with the payment that the remark names: `payments same`, or `payments credit`.',
  'impossible time':
    'The SMS, or the feed’s line, says a time that cannot be. The slip, or the bank’s page, tells whether it is new. If every line does, the bank’s clock is wrong: tell the bank.',
  'kept for a code':
    'An equal QR payment still lacks its line in the statement, and this line may be it. It goes on by itself when the statement shows one line more, and the report of the day closes what is left.',
  'code beside a line':
    'A QR payment of the same amount as a line that was credited and names no code: perhaps the same money. It goes on by itself when the statement shows one line more.',
  'slip beside a line':
    'A slip whose reference the feed has not told, beside an equal line without a slip: the bank may have changed its references. If it goes on, set the account to `receivers references … own`.',
  'line beside a slip':
    'A line beside an equal payment that was credited on its slip alone, under another reference. As above: compare the two.',
  'claimed in another currency': 'The member who sent the slip has another currency.',
  'paid before we opened': 'It was paid before the account was shown to members.',
  'older than the member':
    'The member whom it fits registered, or changed the bank account or name, after the payment. Whoever registers afterwards may have seen the slip: ask for the bank’s statement.',
  'slip of another member': 'The slip was sent by a member whom its sender does not fit.',
  'late slip': 'The slip came more than an hour after its transfer.',
  'nobody fits': 'No member has registered the account that sent it.',
  'several fit': 'More than one member can have sent it by what the bank shows. The members’ own bank statements tell.',
  'phone not verified': 'The True Wallet has a member’s phone, but the member never proved it and the name is another.',
  'bank not told': 'An SMS tells no bank, and the member’s account was never seen wholly. The slip tells.',
  'name not compared': 'The name is missing, or in another script and the amount is large.',
  'slip alone': 'Only the slip has told of it; our bank will, or has lost it.',
};
