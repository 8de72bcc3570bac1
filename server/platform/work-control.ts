/** The progress of some long work. Plain values, because it may come over the control socket. */
export interface WorkProgress {
  /** The amount that is done so far, in `noun`. */
  readonly done: number
  /** The plural of what is counted: `lines`. */
  readonly noun: string
  /** The part that is done, from 0 to 1; null where the whole is unknown. */
  readonly share: number | null
}

/** The interface by which the caller of long work follows and ends it. */
export interface WorkControl {
  readonly onProgress: (progress: WorkProgress) => void
  /** Once it is aborted, the work ends after its present batch. */
  readonly signal: AbortSignal
}

/** For work that is neither followed nor ended. */
export const uncontrolled: WorkControl = { onProgress: () => undefined, signal: new AbortController().signal }

/** Work on many rows, such as the verification of all orders. */
export interface BatchedWork<Row> {
  /** The plural of what is counted: `refunds`. */
  readonly noun: string
  /** Rows per batch; no more of them are in memory at a time. */
  readonly size: number
  /** Reads up to `size` rows after `last`, or the first ones. */
  readonly read: (last: Row | undefined, size: number) => Promise<readonly Row[]>
  /** Works on a batch. Returns how many of `noun` that were. */
  readonly work: (rows: readonly Row[]) => Promise<number> | number
}

/** Works batch by batch until one is not full, or until `control` ends the work. Reports progress after each batch but the last. */
export async function workInBatches<Row>(
  { noun, size, read, work }: BatchedWork<Row>,
  control: WorkControl,
): Promise<{ readonly done: number; readonly isComplete: boolean }> {
  let done = 0
  for (let last: Row | undefined; ; ) {
    const rows = await read(last, size)
    done += await work(rows)
    last = rows.at(-1)
    const isComplete = last === undefined || rows.length < size
    if (isComplete || control.signal.aborted) return { done, isComplete }
    control.onProgress({ done, noun, share: null })
  }
}
