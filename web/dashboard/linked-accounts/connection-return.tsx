import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { t } from '#web/parts/linked-accounts/messages.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { usePageSearch } from '#web/shell/pages/page-search.ts'
import type { maybeText } from '#web/shell/pages/search-values.ts'
import { toast } from '#web/ui/overlays/toasts.ts'
import { readDraft, saveDraft } from './draft.ts'

const failures = ['access_denied', 'account_taken', 'not_accepted', 'not_permitted', 'try_again'] as const

interface ReturnSearch {
  readonly linked: typeof maybeText
  readonly link_error: typeof maybeText
}

/** The guild token of the fragment, which no server has seen. */
const guildTokenOf = (hash: string): string | undefined => new URLSearchParams(hash.replace(/^#/, '')).get('guild_token') ?? undefined

/** The list of benefits after Discord or GitHub: says what was connected, and returns to the form that was left. */
export default function ConnectionReturn() {
  const { slug } = useOrganization()
  const router = useRouter()
  const { at } = usePageSearch<ReturnSearch>()
  const isHandled = useRef(false)
  useEffect(() => {
    if (isHandled.current) return
    isHandled.current = true
    const failure = failures.find((each) => each === at.link_error)
    if (failure !== undefined) toast(t(`failed.${failure}`), { bad: true })
    else toast(t(`linked.${at.linked === 'discord' ? 'discord' : 'github'}`))
    router.history.replace(nextPath(`/dashboard/${slug}/benefits`, guildTokenOf(window.location.hash)))
  }, [at.linked, at.link_error, router, slug])
  return null
}

/** The form that was left, with the guild token; a new form for a guild that was connected without one, and otherwise the list. */
function nextPath(list: string, guildToken: string | undefined): string {
  const left = readDraft()
  const draft = left?.path.startsWith(`${list}/`) ? left : undefined
  if (guildToken === undefined) return draft?.path ?? list
  const path = draft?.path ?? `${list}/new`
  saveDraft({ path, values: { type: 'discord', ...draft?.values, guildToken } })
  return path
}
