import { MoneyText } from '../../ui/money-text.tsx';
import type { Part } from '../part.ts';

export const part: Part = {
  room: 'word',
  states: {
    default: () => <MoneyText minor={123_450n} currency="BAHT" />,
    nothing: () => <MoneyText minor={0n} currency="BAHT" />,
    in: () => <MoneyText minor={50_000n} currency="BAHT" plus className="font-semibold text-in" />,
    out: () => <MoneyText minor={-50_000n} currency="BAHT" className="font-semibold" />,
    'kip, many digits': () => <MoneyText minor={9_876_543_210_99n} currency="LAK" />,
    'under each other': () => (
      <div className="grid w-fit justify-items-end">
        <MoneyText minor={111_111n} currency="BAHT" />
        <MoneyText minor={98_765_432n} currency="BAHT" />
      </div>
    ),
  },
};
