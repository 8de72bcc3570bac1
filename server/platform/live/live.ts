import type { ServerEvent } from '../http/request.ts'

/** Tells those who watch a channel (`checkout:{id}`) what happened, on whichever instance they are. Not a record: a hint to look. */
export interface Live {
  publish(channel: string, event: ServerEvent): void
  /** Calls `heard` for each event on `channel`; gives the way to stop. */
  watch(channel: string, heard: (event: ServerEvent) => void): () => void
}
