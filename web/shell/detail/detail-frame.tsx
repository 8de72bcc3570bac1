import { type ReactNode, useMemo } from 'react'
import type { Command } from '#web/command.ts'
import { StatsRow } from '#web/ui/display/metric.tsx'
import { useCommands } from '../commands.ts'
import { DetailLayout } from '../layouts.tsx'
import { useWindowTitle } from '../window-title.ts'
import { type DetailItem, DetailsCard, type ResourceFields } from './details-card.tsx'
import { DetailHeader } from './header.tsx'

/** The commands of a resource, by importance. Users are offered what their roles permit. */
export interface DetailActions {
  /** The command that matters most in the present state of the resource. */
  readonly primary?: Command | undefined
  readonly secondary?: Command | undefined
  /** Everything else, by group. */
  readonly menu?: readonly (readonly Command[])[]
  /** The commands that take something away, last in the menu. */
  readonly danger?: readonly Command[] | undefined
  /** The dialogs that the commands open. */
  readonly overlays?: ReactNode
}

type Figure = readonly [name: string, value: ReactNode] | undefined
/** The figures below the title: at most four, which change decisions. Dates and ids belong to the details. */
export type Figures = readonly [Figure?, Figure?, Figure?, Figure?]

/** The content of a detail page. */
export interface DetailContent {
  readonly resource: ResourceFields
  readonly crumb: { readonly label: string; readonly href: string }
  readonly title: string
  readonly lead?: string | undefined
  /** The window title. */
  readonly windowTitle: string
  readonly status?: ReactNode
  readonly actions: DetailActions
  readonly figures?: Figures
  /** The information that users must have before anything else. */
  readonly notice?: ReactNode
  /** The cards of the main column. */
  readonly main: ReactNode
  /** Whether these need the whole width; history and details are then below. */
  readonly isWide?: boolean | undefined
  /** The cards below those of the main column: timeline, events. */
  readonly history: ReactNode
  /** The cards above the details, and below. */
  readonly above?: ReactNode
  readonly below?: ReactNode
  /** The details besides its id and its times. */
  readonly details?: readonly DetailItem[]
}

/** The layout of a detail page on every surface: header, figures, cards, details. Its commands are in the palette while it is open. */
export function DetailFrame(content: DetailContent) {
  const { resource, actions, figures = [], isWide, windowTitle } = content
  const { primary, secondary, danger = [], menu = [] } = actions
  const groups = [...menu, danger]
  const all = [primary, secondary, ...groups.flat()].filter((command) => command !== undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: commands are new objects on each render; they behave differently only with the resource.
  useCommands(useMemo(() => all, [resource, content.crumb.href]))
  useWindowTitle(windowTitle)
  const top = (
    <>
      {content.notice}
      {figures.length > 0 && <StatsRow stats={figures.flatMap((figure) => (figure === undefined ? [] : [figure]))} />}
      {content.main}
    </>
  )
  const head = (
    <DetailHeader
      crumb={content.crumb}
      lead={content.lead}
      menu={groups}
      primary={primary}
      secondary={secondary}
      status={content.status}
      title={content.title}
    />
  )
  const aside = (
    <>
      {content.above}
      <DetailsCard items={content.details ?? []} resource={resource} />
      {content.below}
    </>
  )
  return (
    <>
      {isWide && head}
      {isWide && <div className="mb-24 grid grid-cols-[minmax(0,1fr)] gap-24">{top}</div>}
      <DetailLayout aside={aside} head={isWide ? null : head}>
        {!isWide && top}
        {content.history}
      </DetailLayout>
      {actions.overlays}
    </>
  )
}
