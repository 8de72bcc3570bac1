/** The most entries on one page; a higher limit is capped silently. */
export const LIMIT_MAXIMUM = 100
export const LIMIT_DEFAULT = 10

/** One page of a list: which, how long, and how many entries come before it. */
export interface Page {
  readonly page: number
  readonly limit: number
  readonly offset: number
}

/** What a list says about itself. */
export interface Pagination {
  readonly total_count: number
  readonly max_page: number
}

/** The page asked for. Both numbers are at least 1 (the schema sees to it); the limit is capped at 100. */
export function pageOf(asked: { readonly page?: number | undefined; readonly limit?: number | undefined } = {}): Page {
  const page = asked.page ?? 1
  const limit = Math.min(asked.limit ?? LIMIT_DEFAULT, LIMIT_MAXIMUM)
  return { page, limit, offset: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER) }
}

/** The number of pages, 0 when there is nothing. */
export function maxPage(totalCount: number, limit: number): number {
  return Math.ceil(totalCount / limit)
}

/** What a list of this many entries says about itself, for the page's limit. */
export function paginationOf(totalCount: number, page: Page): Pagination {
  return { total_count: totalCount, max_page: maxPage(totalCount, page.limit) }
}
