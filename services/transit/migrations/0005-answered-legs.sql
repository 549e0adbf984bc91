-- Whether a carrier has spoken of a booking: an effect that booked several legs is confirmed once all of them are.

alter table booking_attempts add column answered_at timestamptz;
grant update (answered_at) on booking_attempts to qm_transit_events;
