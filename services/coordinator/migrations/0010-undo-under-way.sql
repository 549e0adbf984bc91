-- Opposites of an effect that are planned and not done yet: who looks at the effect is led to them instead of being offered another one.
create index plan_steps_to_do on plan_steps (tenant, subject) where state in ('proposed', 'pending', 'approved', 'executing', 'unknown');
