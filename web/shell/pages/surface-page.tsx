import { useMatches } from '@tanstack/react-router'
import { type ComponentType, lazy } from 'react'
import type { Organization } from '#client/index.ts'
import { PageAccess } from '../access/page-access.tsx'
import { NotFound } from '../not-found.tsx'
import type { FramedKind, FramedPage, Surface } from '../surface.ts'
import { PageBoundary } from './page-boundary.tsx'
import { rethrowLoadError } from './page-load-error.ts'
import { PageSearchContext } from './page-search.ts'
import { readSearch, type SearchValues } from './search-values.ts'

const components = new Map<string, ComponentType>()

/** The component of a page, whose code loads when it is first rendered. */
function componentOf({ path, load }: FramedPage): ComponentType {
  const known = components.get(path)
  if (known !== undefined) return known
  const component = lazy(() => load().catch(rethrowLoadError))
  components.set(path, component)
  return component
}

/** The page at the parameters of the frame's path; undefined if there is none. */
function pageAt<K extends FramedKind>(surface: Surface<K>, section = '', id?: string): FramedPage<K> | undefined {
  return surface.pages.find(({ path }) => {
    const [name, parameter] = path.slice(surface.base.length + 1).split('/')
    return name === section && (id === undefined ? parameter !== '$id' : parameter !== undefined)
  })
}

/** The page of a surface that the URL names, with its search parameters; `organization` is that of the settings. */
export function SurfacePage<K extends FramedKind>(props: {
  surface: Surface<K>
  section: string | undefined
  id?: string | undefined
  organization?: Organization
}) {
  const { surface, section, id } = props
  const raw: SearchValues = useMatches().at(-1)?.search ?? {}
  const page = pageAt(surface, section, id)
  const Page = page && componentOf(page)
  // A list stays mounted while it opens an item beside it.
  const key = page?.path.endsWith('/$id') ? `${page.path}/${id}` : page?.path
  return (
    <PageBoundary resetOn={key ?? `${section}/${id}`}>
      {page === undefined || Page === undefined ? (
        <NotFound />
      ) : (
        <PageAccess needs={page.meta.needs} organization={props.organization}>
          <PageSearchContext value={{ values: readSearch(page.search, raw), readers: page.search }}>
            <Page key={key} />
          </PageSearchContext>
        </PageAccess>
      )}
    </PageBoundary>
  )
}

/** The name of the page that the URL names, for the title of the window. */
export function surfaceTitle<K extends FramedKind>(surface: Surface<K>, section: string | undefined, id?: string): string {
  const page = pageAt(surface, section, id)
  return page === undefined ? surface.title : surface.labelOf(page.meta.label)
}
