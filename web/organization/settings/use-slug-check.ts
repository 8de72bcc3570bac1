import { useEffect, useState } from 'react'
import { organizations } from '../client.ts'

const patience = 400
const shape = /^[a-z0-9]+(-[a-z0-9]+)*$/
const longest = 64

/** What is known of an address while it is typed. `own` is the present one. */
export type SlugState = 'own' | 'empty' | 'wrong' | 'checking' | 'free' | 'taken' | 'unknown'

/** Asks whether an address is free, a moment after the last key. */
export function useSlugCheck(slug: string, own: string): SlugState {
  const [told, setTold] = useState<{ readonly slug: string; readonly state: SlugState } | null>(null)
  const isAsked = slug !== own && slug.length <= longest && shape.test(slug)
  useEffect(() => {
    if (!isAsked) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const { error } = await organizations.checkSlug({ slug }, { signal: stop.signal })
      if (stop.signal.aborted) return
      setTold({ slug, state: error === null ? 'free' : error.code === 'SLUG_IS_TAKEN' ? 'taken' : 'unknown' })
    }, patience)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [slug, isAsked])
  if (slug === own) return 'own'
  if (slug === '') return 'empty'
  if (!isAsked) return 'wrong'
  return told?.slug === slug ? told.state : 'checking'
}
