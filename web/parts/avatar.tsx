import { initialsOf } from '#kernel/initials.ts'
import { cx } from '#web/ui/cx.ts'

const sizes = {
  24: 'size-24 text-initials',
  32: 'size-32 text-caption',
  40: 'size-40 text-body',
} as const

/** A user (round) or an organization (`square`): the picture, otherwise the initials. Decorative: the name is beside it. */
export function Avatar(props: {
  name: string
  src?: string | null | undefined
  size?: keyof typeof sizes | undefined
  square?: boolean | undefined
}) {
  const { name, src, size = 24, square = false } = props
  const shape = square ? (size === 24 ? 'rounded-control' : 'rounded-well') : 'rounded-full'
  if (src) return <img alt="" className={cx('flex-none object-cover', sizes[size], shape)} height={size} src={src} width={size} />
  return (
    <span
      aria-hidden="true"
      className={cx(
        'inline-grid flex-none place-items-center font-strong',
        sizes[size],
        shape,
        square ? 'bg-text text-canvas' : 'bg-selected text-muted',
      )}
    >
      {square ? initialsOf(name).slice(0, 1) : initialsOf(name)}
    </span>
  )
}
