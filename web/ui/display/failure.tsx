import type { ReactNode } from 'react'
import { Button } from '../actions/button.tsx'
import { CloudOffIcon, LockIcon, RefreshIcon, WarningIcon } from '../icons/index.ts'
import { useLanguage } from '../language.tsx'
import { Id } from '../text/id.tsx'

/**
 * Replaces content that could not be loaded: message, retry button, request id (if the server sent one). `offline` changes the icon;
 * `level` 1 if the page has no other title.
 */
export function Failure(props: {
  title?: string | undefined
  text?: ReactNode | undefined
  requestId?: string | null | undefined
  onRetry?: (() => void) | undefined
  busy?: boolean | undefined
  offline?: boolean | undefined
  level?: 1 | 2 | undefined
}) {
  const { translate } = useLanguage()
  const Drawing = props.offline ? CloudOffIcon : WarningIcon
  return (
    <Notice
      alert
      drawing={<Drawing size={20} />}
      level={props.level}
      text={props.text ?? translate('failedText')}
      title={props.title ?? translate('failedTitle')}
    >
      {props.onRetry !== undefined && (
        <Button busy={props.busy} icon={RefreshIcon} onClick={props.onRetry}>
          {translate('tryAgain')}
        </Button>
      )}
      {props.requestId && (
        <span className="inline-flex items-center gap-8 text-label text-muted">
          {translate('requestId')} <Id name={translate('requestId')} value={props.requestId} />
        </span>
      )}
    </Notice>
  )
}

/** Replaces content that the user's role does not permit. `action` may link to another page; `level` 1 if the page has no other title. */
export function Forbidden(props: {
  title?: string | undefined
  text?: ReactNode | undefined
  action?: ReactNode
  level?: 1 | 2 | undefined
}) {
  const { title, text, action, level } = props
  const { translate } = useLanguage()
  return (
    <Notice
      drawing={<LockIcon size={20} />}
      level={level}
      text={text ?? translate('forbiddenText')}
      title={title ?? translate('forbiddenTitle')}
    >
      {action}
    </Notice>
  )
}

function Notice(props: {
  drawing: ReactNode
  title: string
  text: ReactNode
  children?: ReactNode
  alert?: boolean
  level?: 1 | 2 | undefined
}) {
  const Title = `h${props.level ?? 2}` as const
  return (
    <section
      className="grid justify-items-start gap-16 rounded-card border border-line bg-surface px-48 pt-48 pb-48 max-wide:px-16 max-wide:py-24"
      role={props.alert ? 'alert' : undefined}
    >
      <span className="grid size-40 place-items-center rounded-card border border-line bg-hover text-muted">{props.drawing}</span>
      <div className="grid max-w-form gap-4">
        <Title className="text-lead font-strong tracking-heading">{props.title}</Title>
        <p className="text-body text-muted">{props.text}</p>
      </div>
      {props.children !== undefined && <div className="flex flex-wrap items-center gap-x-16 gap-y-8">{props.children}</div>}
    </section>
  )
}
