/** How far some long work has come. Plain values, because it may come over the control socket. */
export interface WorkProgress {
  /** What is done so far, in `noun`. */
  readonly done: number
  /** The plural of what is counted: `lines`. */
  readonly noun: string
  /** The part that is done, from 0 to 1; null where the whole is unknown. */
  readonly share: number | null
}

/** How the caller of long work follows it and ends it. */
export interface WorkControl {
  readonly onProgress: (progress: WorkProgress) => void
  /** Once it is aborted, the work ends after its present batch. */
  readonly signal: AbortSignal
}

/** For work that is neither followed nor ended. */
export const uncontrolled: WorkControl = { onProgress: () => undefined, signal: new AbortController().signal }
