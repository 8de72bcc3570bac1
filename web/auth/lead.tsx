import { lazy, Suspense } from 'react'

const ContinueTo = lazy(() => import('./continue-to.tsx'))

/** The sentence below the title of a sign-in page: where the user continues, if one was requested, otherwise `plain`. */
export const Lead = ({ plain }: { plain: string }) =>
  location.search.includes('next=') ? (
    <Suspense fallback={'\u00a0'}>
      <ContinueTo plain={plain} />
    </Suspense>
  ) : (
    plain
  )
