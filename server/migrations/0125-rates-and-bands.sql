-- Two operators change the daily rate of a financing product with its offer, and the weight bands of the plan levels. A holding keeps the rate it was
-- bought at (`holding.daily_rate_ppm`), and a plan that is placed needs no band.

alter table product_request
  -- Of a financing product, in millionths of the principal; null in what was asked for before rates could change: the rate stays as it ships.
  add column daily_rate_ppm integer check (daily_rate_ppm between 1 and 1000),
  add constraint product_request_rate check (daily_rate_ppm is null or kind = 'financing'),
  drop constraint product_request_kind_check,
  add constraint product_request_kind_check check (kind in ('level', 'financing', 'cause', 'prizes', 'bands')),
  -- Of weight bands the score from which each level after the first opens.
  add constraint product_request_bands
    check (kind <> 'bands' or (is_open and item = 'levels' and coalesce(jsonb_array_length(details) = 4, false)));
