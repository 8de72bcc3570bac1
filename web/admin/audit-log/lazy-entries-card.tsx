import { type ComponentProps, lazy, Suspense } from 'react'

const EntriesCard = lazy(() => import('./entries-card.tsx'))

/** The latest entries about a user or an organization. Its code loads beside the page that it is below. */
export const LazyEntriesCard = (props: ComponentProps<typeof EntriesCard>) => (
  <Suspense>
    <EntriesCard {...props} />
  </Suspense>
)
