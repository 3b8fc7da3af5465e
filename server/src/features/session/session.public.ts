export { createSessions, type Sessions, sessionEndedTopic } from './session.service.ts'
