import { useKnownWallet } from '../wallet/wallet.queries.ts';

/** Whose wallet it is, once it is known. */
export default function MemberName() {
  const name = useKnownWallet()?.profile.name;
  return (
    <p title={name} className="truncate text-base leading-5.5 font-bold">
      {name}
    </p>
  );
}
