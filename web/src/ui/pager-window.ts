export const PAGE_SIZE = 10;
const PAGER_BEFORE = 3;
const PAGER_AFTER = 1;

/** The pages to offer around the current one. */
export function pagerWindow(page: number, pages: number): number[] {
  const first = Math.max(1, page - PAGER_BEFORE);
  const last = Math.min(pages, page + PAGER_AFTER);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

/** There is always a first page, be it empty. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}
