import { useState } from 'react'
import type { Result } from '#client/http.ts'
import { failureText } from './failure-text.ts'
import { refreshReads } from './read.tsx'

/** A change with its state: `run` sends it, loads the page anew after a success, and says whether it succeeded. A second run waits. */
export function useRun() {
  const [busy, setBusy] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const run = async (name: string, send: () => Promise<Result<unknown>>): Promise<boolean> => {
    if (busy !== null) return false
    setBusy(name)
    setFault(null)
    const { error } = await send()
    setBusy(null)
    if (error !== null) setFault(failureText(error))
    else refreshReads()
    return error === null
  }
  return { busy, fault, run }
}
