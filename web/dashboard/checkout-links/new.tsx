import { newPage } from '#web/shell/form/form-page.tsx'
import { linkPage } from './form.tsx'

/** Creates a checkout link. */
export default newPage(linkPage)
