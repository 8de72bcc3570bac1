/** The highest number of entries on one page; a higher limit is capped without an error. */
export const LIMIT_MAXIMUM = 100
export const LIMIT_DEFAULT = 10

/** One page of a list: its number, its size, and the number of entries before it. */
export interface Page {
  readonly page: number
  readonly limit: number
  readonly offset: number
}

/** The pagination of a list in wire shape. */
export interface Pagination {
  readonly total_count: number
  readonly max_page: number
}

/** The page of a query. Both numbers are at least 1 (the schema ensures it); the limit is capped at 100. */
export function pageOf(query: { readonly page?: number | undefined; readonly limit?: number | undefined } = {}): Page {
  const page = query.page ?? 1
  const limit = Math.min(query.limit ?? LIMIT_DEFAULT, LIMIT_MAXIMUM)
  return { page, limit, offset: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER) }
}

/** The number of pages, 0 for an empty list. */
export function maxPage(totalCount: number, limit: number): number {
  return Math.ceil(totalCount / limit)
}

/** The pagination of a list with this many entries. */
export function paginationOf(totalCount: number, page: Page): Pagination {
  return { total_count: totalCount, max_page: maxPage(totalCount, page.limit) }
}
