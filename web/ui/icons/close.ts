import { createIcon } from './icon.tsx'

export const CloseIcon = /* @__PURE__ */ createIcon('M4 4l8 8M12 4l-8 8')
