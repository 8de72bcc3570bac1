import { createIcon } from './icon.tsx'

export const SignOutIcon = /* @__PURE__ */ createIcon('M6 13.5H3.5a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1H6M10.5 11l3-3-3-3M13 8H6.5')
