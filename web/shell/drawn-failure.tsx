import { CallFailure } from '#web/api.ts'
import { Failure } from '#web/ui/showing/failure.tsx'

/** What stands in the place of a screen that could not be drawn. */
export function DrawnFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return <Failure onRetry={onRetry} requestId={error instanceof CallFailure ? error.error.requestId : null} />
}
