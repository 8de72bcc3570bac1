/** The row that is open beside its list, with the ways to close it and to its neighbours. */
export interface OpenRow<R> {
  readonly row: R
  readonly onClose: () => void
  readonly onNext: (() => void) | undefined
  readonly onPrevious: (() => void) | undefined
}

/** The row with this id among the loaded ones. `open` shows another one, or none. */
export function openRow<R extends { readonly id: string }>(
  rows: readonly R[],
  id: string | undefined,
  open: (id: string | undefined) => void,
): OpenRow<R> | undefined {
  const at = rows.findIndex((row) => row.id === id)
  const row = rows[at]
  const to = (other: R | undefined) => other && (() => open(other.id))
  return row && { row, onClose: () => open(undefined), onNext: to(rows[at + 1]), onPrevious: to(rows[at - 1]) }
}
