/** First part of the paths that control a sandbox; the service has none below it. */
export const CONTROL_SEGMENT = '__sandbox/';
