import { useEffect, useState } from 'react'
import { createOrganizations } from '#client/organizations.ts'
import { http, signals } from '#web/client.ts'

const organizations = createOrganizations(http, signals)

const debounceMs = 400
const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/
const maxLength = 64

/** Whether a text has the form of a slug. */
export const isSlug = (text: string): boolean => text.length <= maxLength && slugPattern.test(text)

/** The state of a slug while it is typed. `own` is the current slug. */
export type SlugState = 'own' | 'empty' | 'wrong' | 'checking' | 'free' | 'taken' | 'unknown'

/** Checks whether a slug is free, debounced after the last key. */
export function useSlugCheck(slug: string, own: string): SlugState {
  const [result, setResult] = useState<{ readonly slug: string; readonly state: SlugState } | null>(null)
  const isCheckable = slug !== own && isSlug(slug)
  useEffect(() => {
    if (!isCheckable) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const { error } = await organizations.checkSlug({ slug }, { signal: stop.signal })
      if (stop.signal.aborted) return
      setResult({ slug, state: error === null ? 'free' : error.code === 'SLUG_IS_TAKEN' ? 'taken' : 'unknown' })
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [slug, isCheckable])
  if (slug === own) return 'own'
  if (slug === '') return 'empty'
  if (!isCheckable) return 'wrong'
  return result?.slug === slug ? result.state : 'checking'
}
