import { useContext } from 'react'
import { NotFound } from '../not-found.tsx'
import { OrganizationContext } from '../organizations.ts'
import { FullPage } from '../public/full-page.tsx'

/** Shown for a path without a page: inside the frame of an organization, otherwise as a full page. */
export default function NotFoundPage() {
  const organization = useContext(OrganizationContext)
  return organization === null ? (
    <FullPage>
      <NotFound />
    </FullPage>
  ) : (
    <NotFound />
  )
}
