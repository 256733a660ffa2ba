import { Loader, Loading, Skeleton, Spinner } from '../../ui/loader.tsx';
import type { Part } from '../part.ts';

export const part: Part = {
  states: {
    screen: ({ t }) => <Loader label={t('state.loading')} />,
    spinner: () => <Spinner />,
    skeletons: ({ t }) => (
      <Loading label={t('state.loading')} className="flex items-center gap-3">
        <Skeleton className="size-10.5 shrink-0 rounded-control" />
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-4.5 w-40 max-w-full" />
          <Skeleton className="h-3.5 w-52 max-w-full" />
        </div>
      </Loading>
    ),
  },
};
