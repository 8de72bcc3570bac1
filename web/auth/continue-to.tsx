import { requestedPage } from '#web/next-page.ts'
import { type Destination, destinationOf } from './destination.ts'
import { tFurther } from './further-messages.ts'
import { savedOrganization } from './invitations/link.ts'

/** Where the user continues after signing in; `plain` if the page does not know. */
export default function ContinueTo({ plain }: { plain: string }) {
  const destination = destinationOf(requestedPage(location.search, location.origin))
  return destination === null ? plain : sentenceOf(destination)
}

function sentenceOf(destination: Destination): string {
  if (destination.kind === 'organization') return tFurther('continueTo.organization', { organization: destination.slug })
  if (destination.kind !== 'invitation') return tFurther(`continueTo.${destination.kind}`)
  const organization = savedOrganization(destination.id)
  return organization === undefined ? tFurther('continueTo.anInvitation') : tFurther('continueTo.invitation', { organization })
}
