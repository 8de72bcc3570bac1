import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

const sizes = { caption: 'text-caption', label: 'text-label', body: 'text-body', lead: 'text-lead' } as const
const tones = {
  text: 'text-text',
  muted: 'text-muted',
  faint: 'text-faint',
  accent: 'text-accent',
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad',
  info: 'text-info',
} as const

export type TextTone = keyof typeof tones

/** Text. `truncate` cuts it to one line with an ellipsis; `numeric` uses tabular figures. */
export function Text(props: {
  children: ReactNode
  as?: 'span' | 'p' | 'div' | 'strong' | undefined
  size?: keyof typeof sizes | undefined
  tone?: TextTone | undefined
  strong?: boolean | undefined
  numeric?: boolean | undefined
  truncate?: boolean | undefined
  className?: string | undefined
  id?: string | undefined
}) {
  const { as: Tag = 'span', size = 'body', tone = 'text', strong = false, numeric = false, truncate = false } = props
  return (
    <Tag
      className={cx(
        sizes[size],
        tones[tone],
        strong && 'font-strong',
        numeric && 'tabular-nums',
        truncate && 'min-w-0 truncate',
        props.className,
      )}
      id={props.id}
    >
      {props.children}
    </Tag>
  )
}

const headings = {
  title: 'text-title font-strong tracking-heading',
  dialog: 'text-lead font-strong tracking-heading',
  card: 'text-body font-strong',
  label: 'text-label font-strong',
} as const

/** A heading: `level` is its level in the outline, `size` its style (title of a page, of a dialog, of a card, of a small group). */
export function Heading(props: {
  children: ReactNode
  level: 1 | 2 | 3
  size?: keyof typeof headings | undefined
  className?: string | undefined
  id?: string | undefined
}) {
  const Tag = `h${props.level}` as const
  const size = props.size ?? (props.level === 1 ? 'title' : props.level === 2 ? 'card' : 'label')
  return (
    <Tag className={cx(headings[size], props.className)} id={props.id}>
      {props.children}
    </Tag>
  )
}
