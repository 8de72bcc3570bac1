import { useId } from 'react'
import { linkClass } from '#web/ui/actions/link.tsx'
import { cx } from '#web/ui/cx.ts'
import { BareCheckbox } from '#web/ui/inputs/checkbox.tsx'
import { groupsOf } from './events.ts'
import { t } from './messages.ts'
import { useWebhookClient } from './webhook-client.ts'

/** Selects the events of an endpoint: all, all of a resource, or single ones. */
export function EventPicker(props: {
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
  error?: string | undefined
  /** Set inside a dialog: the list scrolls on its own. */
  contained?: boolean | undefined
}) {
  const { chosen, onChange, error, contained = false } = props
  const id = useId()
  const { events: allEvents } = useWebhookClient()
  const set = (names: readonly string[], on: boolean) =>
    onChange(new Set(on ? [...chosen, ...names] : [...chosen].filter((name) => !names.includes(name))))
  const box = (names: readonly string[]) => {
    const count = names.filter((name) => chosen.has(name)).length
    return { checked: count === names.length, mixed: count > 0 && count < names.length }
  }
  return (
    <fieldset aria-describedby={error === undefined ? undefined : id} className="grid min-w-0 gap-6">
      <legend className="float-left flex w-full items-baseline justify-between text-label font-strong">
        {t('form.events')}
        <span className="text-caption font-regular text-muted tabular-nums">{t('form.chosen', { count: chosen.size })}</span>
      </legend>
      <div className="clear-both flex flex-wrap justify-between gap-x-12 text-caption">
        <p aria-live="polite" className="text-muted">
          {chosenText(chosen, allEvents)}
        </p>
        <a className={linkClass} href="/reference/webhooks" rel="noopener" target="_blank">
          {t('form.catalogue')}
        </a>
      </div>
      <div className={cx('divide-y divide-line rounded-well border border-edge', contained && 'max-h-264 overflow-y-auto')}>
        <Choice
          {...box(allEvents)}
          aria-invalid={error !== undefined || undefined}
          label={<span className="font-strong">{t('form.allEvents')}</span>}
          onChange={(on) => set(allEvents, on)}
        />
        {groupsOf(allEvents).map(({ name, events }) => (
          <div className="grid items-start gap-x-12 py-4 wide:grid-cols-[152px_minmax(0,1fr)]" key={name}>
            <Choice
              {...box(events)}
              aria-label={t('form.allOf', { group: name })}
              label={<span className="font-mono text-caption">{name}</span>}
              onChange={(on) => set(events, on)}
            />
            <div className="grid max-wide:pl-24 wide:grid-cols-2">
              {events.map((event) => (
                <Choice
                  {...box([event])}
                  aria-label={event}
                  key={event}
                  label={<span className="font-mono text-caption text-muted">{event.slice(name.length + 1)}</span>}
                  onChange={(on) => set([event], on)}
                />
              ))}
            </div>
          </div>
        ))}
      </div>
      {error !== undefined && (
        <p className="text-caption text-bad" id={id}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** Names in the sentence about what is chosen. */
const NAMED = 3

/** Says what is chosen: nothing, all, or the first names and how many more. */
function chosenText(chosen: ReadonlySet<string>, allEvents: readonly string[]): string {
  const names = allEvents.filter((event) => chosen.has(event))
  if (names.length === 0) return t('form.noneChosen')
  if (names.length === allEvents.length) return t('form.allChosen')
  const events = names.slice(0, NAMED).join(', ')
  const more = names.length - NAMED
  return t('form.someChosen', { events: more > 0 ? t('form.moreChosen', { events, count: more }) : events })
}

function Choice(props: {
  checked: boolean
  mixed: boolean
  label: React.ReactNode
  onChange: (on: boolean) => void
  'aria-label'?: string
  'aria-invalid'?: true | undefined
}) {
  const { label, onChange, ...box } = props
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box inside is the control.
    <label className="flex min-h-32 min-w-0 items-center gap-8 px-12 text-label pointer-coarse:min-h-44">
      <BareCheckbox {...box} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span className="min-w-0 truncate">{label}</span>
    </label>
  )
}
