import { useCallback, useEffect, useRef, useState } from 'react'
import { type CallError, createHttp } from '#client/http.ts'
import { callsOver } from '#client/verbs.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { ClockIcon, CloudOffIcon, QuestionIcon } from '#web/ui/icons/index.ts'
import { Loading } from './loading.tsx'
import { BlockedNotice, Notice } from './notices.tsx'
import { tOutcome } from './outcome-messages.ts'

const { call } = callsOver(createHttp())
const MISSING: readonly number[] = [404, 422]

/** The page of a published link: opens a checkout for this buyer, and continues there. Its query goes along. */
export default function BuyPage({ secret }: { secret: string }) {
  const [error, setError] = useState<CallError | null>(null)
  const isOpening = useRef(false)
  const open = useCallback(async () => {
    if (isOpening.current) return
    isOpening.current = true
    setError(null)
    const query = new URLSearchParams(location.search)
    const body = Object.fromEntries([...query].filter(([name]) => name !== 'theme'))
    const result = await call<{ readonly clientSecret: string }>('POST', `/checkout-links/open/${encodeURIComponent(secret)}`, { body })
    isOpening.current = false
    if (result.error !== null) return setError(result.error)
    location.replace(`/checkout/${result.data.clientSecret}${query.has('theme') ? `?theme=${query.get('theme')}` : ''}`)
  }, [secret])
  useEffect(() => void open(), [open])

  if (error === null) return <Loading />
  if (error.status === 410) return <Notice icon={ClockIcon} text={tOutcome('linkClosedText')} title={tOutcome('linkClosedTitle')} />
  if (error.code === 'OrganizationBlocked') return <BlockedNotice />
  if (MISSING.includes(error.status)) return <Notice icon={QuestionIcon} text={tOutcome('missingText')} title={tOutcome('missingTitle')} />
  const isBusy = error.status === 429
  return (
    <Notice
      icon={isBusy ? ClockIcon : CloudOffIcon}
      text={tOutcome(isBusy ? 'busyText' : 'unreachableText')}
      title={tOutcome(isBusy ? 'busyTitle' : 'unreachableTitle')}
    >
      <div>
        <Button onClick={() => void open()}>{tOutcome('tryAgain')}</Button>
      </div>
    </Notice>
  )
}
