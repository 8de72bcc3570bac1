import type { ReactNode } from 'react'
import { PageHeader } from '#web/shell/page-header.tsx'
import { setTheme, useTheme } from '#web/shell/theme.ts'
import { Segmented } from '#web/ui/display/segmented.tsx'
import { t } from './messages.ts'
import { ActionSamples } from './samples/actions.tsx'
import { DisplaySamples } from './samples/display.tsx'
import { InputSamples } from './samples/inputs.tsx'
import { NumbersSamples } from './samples/numbers.tsx'
import { OverlaySamples } from './samples/overlays.tsx'
import { TableSamples } from './samples/table.tsx'
import { TextSamples } from './samples/text.tsx'

const sections: readonly (readonly [id: string, title: string, part: () => ReactNode])[] = [
  ['text', 'Text', TextSamples],
  ['actions', 'Actions', ActionSamples],
  ['inputs', 'Inputs', InputSamples],
  ['numbers', 'Numbers', NumbersSamples],
  ['table', 'Table', TableSamples],
  ['display', 'Display', DisplaySamples],
  ['overlays', 'Overlays', OverlaySamples],
]

/** `/dev/ui`: every component of the design system in every state. */
export function Gallery() {
  const theme = useTheme()
  return (
    <main className="mx-auto max-w-1184 px-16 py-24 wide:px-32">
      <PageHeader lead={t('ui.description')} title={t('ui.title')}>
        <Segmented
          label={t('ui.theme')}
          onChange={setTheme}
          options={[
            { value: 'system', label: t('ui.system') },
            { value: 'light', label: t('ui.light') },
            { value: 'dark', label: t('ui.dark') },
          ]}
          value={theme}
        />
      </PageHeader>
      <nav className="mb-32 flex flex-wrap gap-16 text-label">
        {sections.map(([id, title]) => (
          <a className="text-muted hover:text-text" href={`#${id}`} key={id}>
            {title}
          </a>
        ))}
      </nav>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-48">
        {sections.map(([id, title, Part]) => (
          <section className="grid scroll-mt-16 grid-cols-[minmax(0,1fr)] gap-24" id={id} key={id}>
            <h2 className="text-lead font-strong tracking-heading">{title}</h2>
            <Part />
          </section>
        ))}
      </div>
    </main>
  )
}
