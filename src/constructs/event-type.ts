/**
 * The event types that the platform's document names (paragraph 6.2). The document calls its list incomplete, so any
 * other name is accepted as a plain string.
 */
export class EventType {
  /** An alert was created. */
  public static readonly ALERT_CREATED = 'alert.created';
  /** The severity of an alert changed. */
  public static readonly ALERT_SEVERITY_CHANGED = 'alert.severity_changed';
  /** An incident was created. */
  public static readonly INCIDENT_CREATED = 'incident.created';
  /** An incident was contained. */
  public static readonly INCIDENT_CONTAINED = 'incident.contained';

  private constructor() {}
}
