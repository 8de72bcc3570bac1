import { pageLimit } from './sources.ts'

/** The number of rows that match. */
export interface Total {
  readonly count: number
  /** Whether there may be more, which the server has not counted. */
  readonly isAtLeast: boolean
}

/**
 * The total of a list, derived from one page, where the server counts at most `maximum` of what a filter leaves; undefined where it counts
 * all. `counted` is the total that it has answered, `rows` the number of rows of page `page`.
 */
export function totalOf(answer: {
  readonly counted: number
  readonly maximum: number | undefined
  readonly page: number
  readonly rows: number
}): Total {
  const { counted, maximum, page, rows } = answer
  if (maximum === undefined || counted < maximum) return { count: counted, isAtLeast: false }
  const reached = (page - 1) * pageLimit + rows
  const isLast = rows > 0 && rows < pageLimit
  return { count: rows === 0 ? counted : Math.max(counted, reached), isAtLeast: !isLast }
}
