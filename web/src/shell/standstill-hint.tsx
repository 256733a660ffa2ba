import { useQuery } from '@tanstack/react-query';
import Scale from 'lucide-react/icons/scale';
import { useI18n } from '../i18n/i18n.tsx';
import { call } from '../platform/api.ts';
import { isServiceGone } from '../platform/failures.ts';

/** How often an open page asks whether money moves, and whether it moves again. */
const [ASK_MS, ASK_AGAIN_MS] = [60_000, 10_000];

/** While no money moves. The region is always there, so that a screen reader hears when something appears in it. */
export default function StandstillHint() {
  const { t } = useI18n();
  const { data } = useQuery({
    queryKey: ['service'],
    queryFn: ({ signal }) => call('GET /api/lookup/active', { signal }),
    enabled: !isServiceGone.use(),
    refetchInterval: ({ state }) => (state.data?.standsStill ? ASK_AGAIN_MS : ASK_MS),
  });
  return (
    <div role="status" className="mx-auto flow-root px-4 md:px-8 xl:max-w-[76.5rem] min-[112rem]:max-w-[94rem]">
      {data?.standsStill && (
        <p className="mt-3 flex items-center gap-3 rounded-md border border-info/25 bg-info/10 px-4 py-2.5 text-small">
          <Scale aria-hidden="true" className="size-5 shrink-0 text-info" />
          {t('error.MONEY_STANDS_STILL')}
        </p>
      )}
    </div>
  );
}
