import { FittedMoney } from '../../ui/fitted-money.tsx';
import type { Part } from '../part.ts';

export const part: Part = {
  states: {
    nothing: () => <FittedMoney minor={0n} currency="BAHT" most="36px" />,
    baht: () => <FittedMoney minor={1_234_550n} currency="BAHT" most="36px" />,
    'kip, many digits': () => <FittedMoney minor={9_876_543_210_99n} currency="LAK" most="36px" />,
    'kip in a narrow place': () => (
      <div className="w-36">
        <FittedMoney minor={9_876_543_210_99n} currency="LAK" most="36px" />
      </div>
    ),
  },
};
