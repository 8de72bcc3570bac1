import { useEffect, useState } from 'react'

const second = 1000

/** Counts whole seconds down to 0; `start` restarts the countdown. */
export function useCountdown(first = 0): { readonly left: number; readonly start: (seconds: number) => void } {
  const [until, setUntil] = useState(() => Date.now() + first * second)
  const [now, setNow] = useState(Date.now)
  const left = Math.max(0, Math.ceil((until - now) / second))
  useEffect(() => {
    if (until <= Date.now()) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (until <= Date.now()) clearInterval(timer)
    }, second)
    return () => clearInterval(timer)
  }, [until])
  return {
    left,
    start: (seconds) => {
      setNow(Date.now())
      setUntil(Date.now() + seconds * second)
    },
  }
}
